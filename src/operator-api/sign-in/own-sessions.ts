import type { Request, Response } from 'express';
import { ownAct } from '../../app/people/begin-session.js';
import { endSession } from '../../app/people/manage-people.js';
import { authRequired } from '../../http/faults.js';
import { sendDocument } from '../../http/send.js';
import { noSuch } from '../faults.js';
import { signInCall, type SignInHandler, type SignInParts } from './parts.js';
import { sessionView } from './session-document.js';

/** Where the caller is signed in. It needs no permission: everybody may see and end sessions of their own. */
export const listOwn =
  (parts: SignInParts): SignInHandler =>
  async (request, response) => {
    const { own, id } = await ownSessions(parts, request, response);
    sendDocument(response, {
      sessions: own.map((session) => ({ ...sessionView(session), is_this: session.id === id })),
    });
  };

/** Ends one of them. */
export const endOneOfOwn =
  (parts: SignInParts): SignInHandler =>
  async (request, response) => {
    const { own, person } = await ownSessions(parts, request, response);
    const wanted = own.find(({ id }) => id === request.params['id']);
    const audit = ownAct(signInCall(parts, request), person);
    if (!wanted || !(await endSession(parts.ports, { id: wanted.id, person }, audit)))
      throw noSuch('open session of yours with this id', 'id');
    sendDocument(response, { ended: true });
  };

async function ownSessions({ access, ports, clock }: SignInParts, request: Request, response: Response) {
  const called = await access.find(request, response);
  if (!called) throw authRequired();
  const { id, person } = called.session;
  const all = await ports.sessions.listValid(clock());
  const own = all.map(([, session]) => session).filter((session) => session.person.id === person.id);
  return { own, id, person: person.id };
}
