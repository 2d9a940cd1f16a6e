import { timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { KeyCache } from '../../app/ports/key-cache.js';
import type { SessionStore } from '../../app/ports/people-store.js';
import { csrfTokenOf, USE_EVERY_MS, type Session } from '../../core/people/session.js';
import type { WrongKeys } from '../../http/access/wrong-keys.js';
import { fault, rateLimited } from '../../http/faults.js';
import { localsOf } from '../../http/send.js';
import type { Log } from '../../platform/process/logger.js';
import type { ConsoleAddress } from './console-address.js';
import type { Cookies } from './cookies.js';

/** A session that a call brought, with its token. */
export interface CalledSession {
  readonly session: Session;
  readonly token: string;
}

/** Finds the session of a call. */
export interface SessionAccess {
  /**
   * Undefined: the call has no session cookie. Throws AUTH_INVALID (the session has ended, or is not one), RATE_LIMITED
   * or an outage; FORBIDDEN for a call to another host, and for one that changes something and that a page of the
   * console did not send.
   */
  find(request: Request, response: Response): Promise<CalledSession | undefined>;
  /** The session of a call that goes on, from the list of sessions alone. Null: it has ended. Throws on an outage. */
  known(request: Request): Promise<Session | null>;
  /** The session of a token, whatever else is wrong with a call. Null: it has none. */
  peek(token: string): Promise<Session | null>;
}

interface SessionParts {
  readonly sessions: KeyCache<Session>;
  readonly store: Pick<SessionStore, 'use'>;
  readonly wrongTokens: WrongKeys;
  readonly address: ConsoleAddress;
  readonly cookies: Cookies;
  readonly clock: () => Date;
  readonly log: Log;
}

/** The list of sessions has a new one after this many seconds. */
const KNOWN_WITHIN_S = 4;

/** A page sends it with what it asks on its own, so that an open page alone does not keep a session alive. */
const BACKGROUND = 'leadkeep-background';
const CSRF = 'x-csrf-token';

/** HTTP wants one with every 401. Browsers ask nobody for a password because of this one. */
export const CHALLENGE = ['WWW-Authenticate', 'Bearer'] as const;

const sessionEnded = () =>
  fault(401, 'AUTH_INVALID', 'Sign in again: the session has ended.').withHeader(...CHALLENGE);

export function createSessionAccess(parts: SessionParts): SessionAccess {
  const { sessions, store, wrongTokens, address, cookies, clock, log } = parts;

  async function sessionOf(request: Request, response: Response, token: string): Promise<Session> {
    const known = await sessions.known(token);
    if (known) return known;
    await wrongTokens.refuseWhenOver(request);
    const found = await sessions.lookUp(token);
    if (found === 'busy') throw rateLimited(KNOWN_WITHIN_S);
    if (found) return found;
    cookies.clear(request, response, 'session');
    await wrongTokens.count(request, response);
    throw sessionEnded();
  }

  function keepAlive(request: Request, session: Session): void {
    const now = clock();
    if (request.get(BACKGROUND) !== undefined) return;
    if (now.getTime() - session.used_at.getTime() < USE_EVERY_MS) return;
    // The call does not wait for it. If it fails, the next call tries again.
    store.use(session, now).catch((error: unknown) => {
      log.warn({ err: error }, 'the use of a session could not be stored');
    });
  }

  return {
    async find(request, response) {
      const token = cookies.read(request, 'session');
      if (token === undefined || token === '') return undefined;
      address.requireHost(request);
      const session = await sessionOf(request, response, token);
      Object.assign(localsOf(response), { person: session.person.id });
      if (!['GET', 'HEAD'].includes(request.method)) {
        address.requireOrigin(request);
        requireCsrf(request, token);
      }
      keepAlive(request, session);
      return { session, token };
    },
    known: (request) => sessions.known(cookies.read(request, 'session') ?? ''),
    async peek(token) {
      const found = (await sessions.known(token)) ?? (await sessions.lookUp(token));
      return found === 'busy' ? null : found;
    },
  };
}

/** Another tab may have signed in since; then the page has the token of a session that is over. */
function requireCsrf(request: Request, token: string): void {
  const [sent, own] = [Buffer.from(request.get(CSRF) ?? ''), Buffer.from(csrfTokenOf(token))];
  if (sent.length !== own.length || !timingSafeEqual(sent, own))
    throw fault(403, 'FORBIDDEN', 'Load the page again: it was not made for this session.');
}
