/**
 * The state machine of a lead (docs/states.md is drawn from it). A transition is one conditional update on (id,
 * round, state); the loser reads and obeys.
 *
 * queued   stored, to be judged: new, or waiting for a claim, the ledger or the destination
 * working  a worker is judging it, until `due_at`
 * sending  an attempt is open, until `due_at` (its time limit and the job's lock)
 * waiting  every attempt was never sent or "try again"; the next is due at `due_at`
 * saved    waits for the buyer's hours
 * pending  the buyer said "later"
 * unknown  sent, and nobody knows what the buyer made of it; an operator settles it
 */
export const UNDECIDED_STATES = [
  'queued',
  'working',
  'sending',
  'waiting',
  'saved',
  'pending',
  'unknown',
] as const;
export const FINAL_STATES = ['accepted', 'rejected', 'invalid', 'held', 'failed'] as const;
export type LeadState = (typeof UNDECIDED_STATES)[number] | (typeof FINAL_STATES)[number];

/** Who makes a transition. */
export type Mover = 'submit worker' | 'client' | 'operator' | 'buyer';

/** One transition: who makes it, and when. docs/states.md is made of these. */
export interface Arrow<State> {
  readonly from: State;
  readonly to: State;
  readonly by: string;
  readonly when: string;
}

const arrow = (from: LeadState, to: LeadState, by: Mover, when: string): Arrow<LeadState> => ({
  from,
  to,
  by,
  when,
});

const LATE = 'the answer came after the lead was called unknown';
const PROVEN =
  'the worker of the attempt that was called unknown comes back and proves that nothing was sent';
const REPEATED = 'the answer to an interrupted attempt came while the lead waited to be sent again';
const OVERTAKEN = 'the answer came while another worker was looking at the lead';

/** A buyer that has a lead may call back in every state in which a request of the round has left. */
const CALLED_BACK: readonly (readonly [LeadState, string])[] = [
  ['sending', ' before its own answer is stored'],
  ['working', ' while it is being asked'],
  ['waiting', ' before it is sent again'],
  ['queued', ' before it is sent again'],
  ['saved', ' before it is sent again'],
  ['pending', ''],
  ['unknown', ''],
];

/** Every transition there is. A store refuses all others. */
export const LEAD_ARROWS: readonly Arrow<LeadState>[] = [
  arrow('queued', 'working', 'submit worker', 'it takes the lead, due or not'),
  arrow('waiting', 'working', 'submit worker', 'the back-off is over'),
  arrow('saved', 'working', 'submit worker', 'the buyer opens'),
  arrow('pending', 'working', 'submit worker', 'it is time to ask the buyer'),
  arrow(
    'working',
    'working',
    'submit worker',
    'the worker before never came back; or the intent moves to another window',
  ),
  arrow('sending', 'working', 'submit worker', 'the worker of the open attempt never came back'),

  arrow(
    'working',
    'queued',
    'submit worker',
    'a claim, the ledger or the destination (its breaker, throttle, room) has to be waited for; or its worker stood still until its time with the lead was over; or an outage of ours ended its run, or ten runs ended without a word: whoever lives takes its own back',
  ),
  arrow('working', 'saved', 'submit worker', 'every check passed, and the buyer is closed'),
  arrow(
    'working',
    'sending',
    'submit worker',
    'every check passed; the attempt is stored, then the request leaves',
  ),
  arrow('working', 'rejected', 'submit worker', 'a check refuses; or the buyer, asked again, does'),
  arrow('working', 'invalid', 'submit worker', 'consent, program, an answer or a field is missing or wrong'),
  arrow('working', 'held', 'submit worker', 'a test lead passed every check'),
  arrow(
    'working',
    'failed',
    'submit worker',
    'ten runs ended without a word, or the destination took nothing until the delivery window was over; and nothing was ever sent',
  ),
  arrow(
    'working',
    'waiting',
    'submit worker',
    'the attempt was interrupted and the buyer is idempotent, or its worker comes back and proves that nothing was sent; or a lead that may have arrived is refused now',
  ),
  arrow('working', 'pending', 'submit worker', 'the buyer, asked again, has not decided'),
  arrow(
    'working',
    'unknown',
    'submit worker',
    'the attempt was interrupted; or the buyer was asked long enough; or its offer has another buyer or address now; or ten runs ended without a word; or the destination took nothing more until the delivery window was over',
  ),
  arrow('working', 'accepted', 'submit worker', 'the buyer, asked again, accepted; or ' + OVERTAKEN),

  arrow('sending', 'accepted', 'submit worker', 'the buyer accepted'),
  arrow('sending', 'rejected', 'submit worker', 'the buyer refused, or called it a duplicate'),
  arrow('sending', 'pending', 'submit worker', 'the buyer said "later"'),
  arrow(
    'sending',
    'waiting',
    'submit worker',
    'never sent, or "try again": repeated within the delivery window',
  ),
  arrow('sending', 'failed', 'submit worker', 'the delivery window is over, and nothing can have arrived'),
  arrow('sending', 'unknown', 'submit worker', 'sent, and no answer that a rule reads'),

  arrow('unknown', 'waiting', 'submit worker', PROVEN),
  arrow('unknown', 'failed', 'submit worker', PROVEN + ', and the delivery window is over'),
  arrow('waiting', 'waiting', 'submit worker', PROVEN),
  arrow('queued', 'waiting', 'submit worker', PROVEN),
  arrow('saved', 'waiting', 'submit worker', PROVEN),
  arrow('unknown', 'accepted', 'submit worker', LATE),
  arrow('unknown', 'rejected', 'submit worker', LATE),
  arrow('unknown', 'pending', 'submit worker', LATE),
  arrow('waiting', 'accepted', 'submit worker', REPEATED),
  arrow('waiting', 'rejected', 'submit worker', REPEATED),
  arrow('waiting', 'pending', 'submit worker', REPEATED),
  arrow('queued', 'accepted', 'submit worker', REPEATED),
  arrow('queued', 'rejected', 'submit worker', REPEATED),
  arrow('queued', 'pending', 'submit worker', REPEATED),
  arrow('saved', 'accepted', 'submit worker', REPEATED),
  arrow('saved', 'rejected', 'submit worker', REPEATED),
  arrow('saved', 'pending', 'submit worker', REPEATED),
  arrow('unknown', 'accepted', 'operator', '`leadkeep lead settle`'),
  arrow('unknown', 'rejected', 'operator', '`leadkeep lead settle`'),
  arrow(
    'pending',
    'accepted',
    'operator',
    '`leadkeep lead settle`: the buyer told the operator before it told us',
  ),
  arrow(
    'pending',
    'rejected',
    'operator',
    '`leadkeep lead settle`: the buyer told the operator before it told us',
  ),

  ...CALLED_BACK.flatMap(([from, when]) => [
    arrow(from, 'accepted', 'buyer', `it calls back${when}`),
    arrow(from, 'rejected', 'buyer', `it calls back${when}`),
  ]),
  arrow('unknown', 'pending', 'buyer', 'it calls back and says "later"'),

  arrow(
    'rejected',
    'queued',
    'client',
    'the service itself refused it: a direct post under the same id is judged again, in the next round',
  ),
  arrow('invalid', 'queued', 'client', 'a direct post under the same id is judged again, in the next round'),
  arrow('failed', 'queued', 'client', 'a direct post under the same id is judged again, in the next round'),
];

const LEAD_STATES: readonly LeadState[] = [...UNDECIDED_STATES, ...FINAL_STATES];

/** From → to. */
export const TRANSITIONS = Object.fromEntries(
  LEAD_STATES.map((state) => [
    state,
    [...new Set(LEAD_ARROWS.filter(({ from }) => from === state).map(({ to }) => to))],
  ]),
) as unknown as Readonly<Record<LeadState, readonly LeadState[]>>;

export const isFinal = (state: LeadState): boolean => (FINAL_STATES as readonly string[]).includes(state);
