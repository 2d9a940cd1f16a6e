import type { Party } from '../party.js';
import {
  accepted,
  broken,
  busy,
  dropped,
  duplicate,
  garbage,
  moved,
  ownReply,
  pending,
  rejected,
  type Decision,
  type Reply,
} from './reply.js';

/** A behavior's name, what a party then does, and its description in docs/sandbox.md. */
export interface Behaviour {
  /** The last name of a lead, or the city of a partner's search. */
  readonly name: string;
  readonly does: string;
  /** The answer to a lead. `earlier` counts former posts of the same lead. */
  readonly lead: (earlier: number) => Reply;
  /** The answer to the `ask`th follow-up, `age` milliseconds after the lead came. */
  readonly followUp?: (ask: number, age: number) => Reply;
  /** The answer to a partner's search; absent: its usual results. */
  readonly search?: { readonly does: string; readonly reply: Reply | 'results after 3 s' | 'odd results' };
}

const always = (reply: Reply) => (): Reply => reply;
const unheard = (reply: Reply): Reply => ({
  ...reply,
  word: `${reply.word}, then hung up`,
  sends: 'nothing',
});
const decides = (reply: Reply) => (ask: number, age: number) => (ask >= 2 || age >= 2_000 ? reply : pending);
const callsBack = (says: Decision, over: { times?: number; forged?: boolean } = {}) =>
  always({ ...pending, callsBack: { says, times: 1, ...over } });
/** Longer than any attempt can take. */
const TOO_LATE_MS = 30_000;

/** The default: the lead is accepted, and a search gets the usual results. */
export const BEHAVIOURS: readonly Behaviour[] = [
  { name: 'Accept', does: 'Accepts.', lead: always(accepted) },
  { name: 'Reject', does: 'Rejects, with a reason.', lead: always(rejected) },
  { name: 'Duplicate', does: 'Says that it already has this lead.', lead: always(duplicate) },
  {
    name: 'Later',
    does: 'Says "later" (202). Accepts on the second follow-up, or on the first one after 2 seconds.',
    lead: always(pending),
    followUp: decides(accepted),
  },
  {
    name: 'LaterReject',
    does: 'Says "later" (202). Rejects on the second follow-up, or on the first one after 2 seconds.',
    lead: always(pending),
    followUp: decides(rejected),
  },
  {
    name: 'Undecided',
    does: 'Says "later" (202), and again on every follow-up.',
    lead: always(pending),
    followUp: always(pending),
  },
  {
    name: 'Callback',
    does: 'Says "later" (202), and calls back: accepted.',
    lead: callsBack('accepted'),
    followUp: always(pending),
  },
  {
    name: 'CallbackReject',
    does: 'Says "later" (202), and calls back: rejected.',
    lead: callsBack('rejected'),
    followUp: always(pending),
  },
  {
    name: 'CallbackTwice',
    does: 'Says "later" (202), and calls back twice: accepted.',
    lead: callsBack('accepted', { times: 2 }),
    followUp: always(pending),
  },
  {
    name: 'CallbackForged',
    does: 'Says "later" (202). A caller without its secret calls back: accepted.',
    lead: callsBack('accepted', { forged: true }),
    followUp: always(pending),
  },
  {
    name: 'Slow',
    does: 'Accepts after 3 seconds.',
    lead: always({ ...accepted, after: 3_000 }),
    search: { does: 'Its results after 3 seconds.', reply: 'results after 3 s' },
  },
  {
    name: 'Timeout',
    does: 'Accepts, and answers after 30 seconds, when the caller has given up.',
    lead: always({ ...accepted, after: TOO_LATE_MS }),
    search: { does: 'Answers after 30 seconds.', reply: { ...broken, after: TOO_LATE_MS } },
  },
  {
    name: 'Hangup',
    does: 'Accepts, and drops the connection without an answer.',
    lead: always(unheard(accepted)),
    search: { does: 'Drops the connection.', reply: unheard(broken) },
  },
  {
    name: 'Drop',
    does: 'Drops the connection, and does not take the lead.',
    lead: always(dropped),
    search: { does: 'Drops the connection.', reply: dropped },
  },
  {
    name: 'Half',
    does: 'Accepts, and drops the connection in the middle of its answer.',
    lead: always({ ...accepted, word: 'half an answer', sends: 'half' }),
    search: { does: 'Half an answer.', reply: { ...broken, word: 'half an answer', sends: 'half' } },
  },
  {
    name: 'Garbage',
    does: 'Takes the lead and answers 200 with a page of HTML.',
    lead: always(garbage),
    search: { does: 'A page of HTML.', reply: garbage },
  },
  {
    name: 'Error',
    does: 'Answers 500.',
    lead: always(broken),
    search: { does: 'Answers 500.', reply: broken },
  },
  { name: 'Redirect', does: 'Answers 302 to another address.', lead: always(moved) },
  {
    name: 'Busy',
    does: 'Answers 503 and "retry" twice, then accepts.',
    lead: (earlier) => (earlier < 2 ? busy : accepted),
    search: { does: 'Answers 503.', reply: busy },
  },
  {
    name: 'Nomatch',
    does: 'Accepts.',
    lead: always(accepted),
    search: {
      does: 'No results.',
      reply: { word: 'no results', says: 'none', status: 200, body: { results: [] }, takes: false },
    },
  },
  {
    name: 'Odd',
    does: 'Accepts.',
    lead: always(accepted),
    search: { does: 'Its results among malformed entries.', reply: 'odd results' },
  },
];

const OTHERWISE: Behaviour = { name: '', does: 'Accepts.', lead: always(accepted) };

/** The behavior with this name, else this party's own answer with this name, else "accepted". */
export function behaviourOf(name: string, { answers }: Party): Behaviour {
  const named = namedBehaviour(name);
  if (named) return named;
  if (!Object.hasOwn(answers, name)) return OTHERWISE;
  const own = ownReply(name, answers[name]?.takes ?? false);
  return { name, does: '', lead: always(own), search: { does: '', reply: own } };
}

/** The behavior with this name; case does not matter. */
export function namedBehaviour(name: string): Behaviour | undefined {
  const wanted = name.trim().toLowerCase();
  return BEHAVIOURS.find((row) => row.name.toLowerCase() === wanted);
}
