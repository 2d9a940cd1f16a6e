/**
 * The state machine of a lead. docs/reference/states.md is generated from it. A transition is one conditional update on (id,
 * submission, state). The worker that loses the race reads the record and compensates.
 *
 * queued   stored, to be evaluated: new, or waiting for a claim, the ledger or the destination
 * working  a worker evaluates it, until `due_at`
 * sending  an attempt is open, until `due_at` (its time limit and the job's lock)
 * waiting  every attempt was never sent or "try again"; the next is due at `due_at`
 * saved    waits for the buyer's hours
 * pending  the buyer said "later"
 * unknown  sent, but it is not known whether the buyer has the lead; an operator settles it
 *
 * accepted  the buyer took it
 * rejected  the service or the buyer refused it; `decision.source` says who
 * invalid   a field is missing or wrong
 * held      a test lead that passed every check; it is not sent
 * failed    it could not be delivered in its window
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
/** No worker moves such a lead anymore, so its person can be removed. An operator or the buyer may still decide it. */
export const RESTING_STATES: readonly LeadState[] = [...FINAL_STATES, 'unknown', 'pending'];
/** A worker has such a lead in hand. */
export const IN_PROGRESS_STATES: readonly LeadState[] = ['working', 'sending'];
export type LeadState = (typeof UNDECIDED_STATES)[number] | (typeof FINAL_STATES)[number];

/** Who makes a transition. */
export type TransitionActor = 'submit worker' | 'client' | 'operator' | 'buyer' | 'sweeper';

/** One transition: who makes it, and when. docs/reference/states.md is generated from these. */
export interface Transition<State> {
  readonly from: State;
  readonly to: State;
  readonly by: string;
  readonly when: string;
}

const arrow = (from: LeadState, to: LeadState, by: TransitionActor, when: string): Transition<LeadState> => ({
  from,
  to,
  by,
  when,
});

const LATE = 'the answer came after the lead became unknown';
const PROVEN = 'the worker of an attempt that was marked unknown resumes and proves that nothing was sent';
const REPEATED = 'the answer to an interrupted attempt came while the lead waited for the next one';
const OVERTAKEN = 'the answer came while another worker evaluated the lead';

/** A buyer that has the lead may call back in every undecided state after a request of this submission has left. */
const CALLED_BACK: readonly (readonly [LeadState, string])[] = [
  ['sending', ' before its answer is stored'],
  ['working', ' while a follow-up asks it'],
  ['waiting', ' before the lead is sent again'],
  ['queued', ' before the lead is sent again'],
  ['saved', ' before the lead is sent again'],
  ['pending', ''],
  ['unknown', ''],
];

/** The first run of a new lead takes it with its first write (ADR 91). */
const FIRST_RUN: readonly (readonly [LeadState, string])[] = [
  ['sending', 'every check passed; the attempt is stored, then the request leaves'],
  ['queued', 'it must wait for a claim, the ledger or the destination, or it took too long'],
  ['rejected', 'a check refuses the lead'],
  ['invalid', 'consent, program, an answer or a field is missing or wrong'],
  ['failed', 'the destination was down until the delivery window ended'],
];

/** All allowed transitions. A store refuses any other. */
export const LEAD_TRANSITIONS: readonly Transition<LeadState>[] = [
  arrow('queued', 'working', 'submit worker', 'a worker takes the lead, due or not'),
  ...FIRST_RUN.map(([to, when]) => arrow('queued', to, 'submit worker', `the first run: ${when}`)),
  arrow('waiting', 'working', 'submit worker', 'the back-off is over'),
  arrow('saved', 'working', 'submit worker', 'the buyer opens'),
  arrow('pending', 'working', 'submit worker', 'the next follow-up is due'),
  arrow(
    'working',
    'working',
    'submit worker',
    'the previous worker did not come back; or the intent moves to another window; or a verification step is stored',
  ),
  arrow('sending', 'working', 'submit worker', 'the worker of the open attempt did not come back'),

  arrow(
    'working',
    'queued',
    'submit worker',
    'it must wait for a claim, the ledger or the destination (breaker, throttle, max in flight), or for a service that verifies it; or its worker stalled until the lease was over; or an outage on Leadkeep’s side ended the run, or ten runs ended without a result: a living process puts its own lead back',
  ),
  arrow('working', 'saved', 'submit worker', 'every check passed, and the buyer is closed'),
  arrow(
    'working',
    'sending',
    'submit worker',
    'every check passed; the attempt is stored, then the request leaves',
  ),
  arrow(
    'working',
    'rejected',
    'submit worker',
    'a check refuses the lead; or the buyer does, in a follow-up',
  ),
  arrow('working', 'invalid', 'submit worker', 'consent, program, an answer or a field is missing or wrong'),
  arrow('working', 'held', 'submit worker', 'a test lead passed every check'),
  arrow(
    'working',
    'failed',
    'submit worker',
    'nothing was ever sent, and ten runs ended without a result or the destination was down until the delivery window ended',
  ),
  arrow(
    'working',
    'waiting',
    'submit worker',
    'the attempt was interrupted and the buyer is idempotent, or its worker resumes and proves that nothing was sent; or a check now refuses a lead that may have arrived',
  ),
  arrow('working', 'pending', 'submit worker', 'a follow-up finds that the buyer has not decided'),
  arrow(
    'working',
    'unknown',
    'submit worker',
    'the attempt was interrupted; or the follow-ups ended without a decision; or the offer has another buyer or address now; or ten runs ended without a result; or the destination was down until the delivery window ended',
  ),
  arrow('working', 'accepted', 'submit worker', 'a follow-up finds that the buyer accepted; or ' + OVERTAKEN),

  arrow('sending', 'accepted', 'submit worker', 'the buyer accepted'),
  arrow('sending', 'rejected', 'submit worker', 'the buyer refused the lead, or called it a duplicate'),
  arrow('sending', 'pending', 'submit worker', 'the buyer said "later"'),
  arrow(
    'sending',
    'waiting',
    'submit worker',
    'never sent, or answered "try again": repeated within the delivery window',
  ),
  arrow('sending', 'failed', 'submit worker', 'the delivery window is over, and nothing can have arrived'),
  arrow('sending', 'unknown', 'submit worker', 'sent, and no answer came that a rule reads'),

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
    '`leadkeep lead settle`: the buyer told the operator before it told Leadkeep',
  ),
  arrow(
    'pending',
    'rejected',
    'operator',
    '`leadkeep lead settle`: the buyer told the operator before it told Leadkeep',
  ),

  ...(['queued', 'waiting', 'saved', 'working'] as const).map((from) =>
    arrow(from, 'rejected', 'operator', '`leadkeep person erase`: no buyer may take it'),
  ),

  ...CALLED_BACK.flatMap(([from, when]) => [
    arrow(from, 'accepted', 'buyer', `it calls back${when}`),
    arrow(from, 'rejected', 'buyer', `it calls back${when}`),
  ]),
  arrow('unknown', 'pending', 'buyer', 'it calls back and says "later"'),
  arrow(
    'accepted',
    'accepted',
    'buyer',
    'it calls back and returns the lead, or requests that; the decision stays',
  ),
  arrow(
    'accepted',
    'accepted',
    'buyer',
    'it answers or calls back after the sale with a reference, and the lead has none; the decision stays',
  ),
  arrow(
    'accepted',
    'accepted',
    'operator',
    '`leadkeep lead return`: the buyer returned the lead or requests that, its request is accepted or declined, or a return is undone',
  ),
  arrow(
    'accepted',
    'accepted',
    'sweeper',
    'it undoes a return that had released claims or a cap place, or decides a request past its deadline',
  ),

  arrow(
    'rejected',
    'queued',
    'client',
    'if Leadkeep itself refused it: a direct post under the same id gets the next submission number',
  ),
  arrow('invalid', 'queued', 'client', 'a direct post under the same id gets the next submission number'),
  arrow('failed', 'queued', 'client', 'a direct post under the same id gets the next submission number'),
];

const LEAD_STATES: readonly LeadState[] = [...UNDECIDED_STATES, ...FINAL_STATES];

/** The states that each state may change to. */
export const NEXT_STATES = Object.fromEntries(
  LEAD_STATES.map((state) => [
    state,
    [...new Set(LEAD_TRANSITIONS.filter(({ from }) => from === state).map(({ to }) => to))],
  ]),
) as unknown as Readonly<Record<LeadState, readonly LeadState[]>>;

export const isFinal = (state: LeadState): boolean => (FINAL_STATES as readonly string[]).includes(state);

interface Ended {
  readonly state: LeadState;
  readonly next_fallback?: object;
  readonly decision?: { readonly source?: string };
}

/**
 * Whether a lead ended without reaching a buyer: the service refused it, or the delivery failed. A lead that fell back
 * stays as it is, because the next fallback may have been sold. The store has the same condition.
 */
export const mayBeEvaluatedAgain = ({ state, decision, next_fallback }: Ended): boolean =>
  !next_fallback &&
  (state === 'invalid' || state === 'failed' || (state === 'rejected' && decision?.source === 'service'));
