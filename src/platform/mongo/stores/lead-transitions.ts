import { IN_PROGRESS_STATES, NEXT_STATES, UNDECIDED_STATES } from '../../../core/lead/lead-states.js';
import type { LeadChange, LeadCondition } from '../../../core/lead/lead-change.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import { dueAt, keepEntries, type Stored, plain } from './documents.js';
import { toOpenedOrNull } from '../sealing/sealed-records.js';
import type { LeadModel } from './models.js';
import { changesReports, marksLate, NO_MOMENT } from '../../../core/reports/late-change.js';
import { LATE_MS } from '../../../core/delivery/lease-times.js';
import { OUR_REASONS } from '../../../core/lead/waiting.js';
import { effectsIn } from '../../../core/news/pending-news.js';

/**
 * One step of a lead, conditional on everything that the lead's worker assumed. A step that the state machine does
 * not have is a bug and throws, whatever state the lead is in.
 */
export async function transition(
  leads: LeadModel,
  when: LeadCondition,
  change: LeadChange,
  now: Date,
): Promise<boolean> {
  for (const from of when.states)
    if (!NEXT_STATES[from].includes(change.state))
      throw new Error(`no way leads from ${from} to ${change.state}`);
  if (change.new_attempt && change.attempt_end)
    throw new Error('one step begins an attempt or ends one, not both');
  const written = await plain(leads).updateOne(
    filterOf(when, change),
    updateOf(when, change, markOf(when, change, now)),
  );
  return written.matchedCount === 1;
}

/**
 * All conditions but those of returns are one expression: FerretDB plans each update anew, and compares each condition of a
 * filter with each partial index. That took a quarter of an update (docs/benchmark.md).
 */
function filterOf(when: LeadCondition, { attempt_end }: LeadChange) {
  const { id, submission, states, runs, attempts, leased_at, intent_at, returned, requested } = when;
  const conditions = [
    equals('$submission', submission),
    { $in: ['$state', { $literal: states }] },
    ...(runs === undefined ? [] : [equals('$runs', runs)]),
    ...(attempts === undefined ? [] : [equals({ $size: ATTEMPTS }, attempts)]),
    ...(leased_at === undefined ? [] : [{ $gt: ['$due_at', { $literal: leased_at }] }]),
    ...(intent_at === undefined ? [] : [equals('$intent.at', intent_at)]),
    ...(attempt_end ? [named(attempt_end)] : []),
  ];
  return {
    ...{ _id: id, $expr: { $and: conditions } },
    ...(returned ? returnedSo(returned) : {}),
    ...(requested ? requestedSo(requested) : {}),
  };
}

const ATTEMPTS = { $ifNull: ['$attempts', []] };

/** A text that begins with `$` would be a path, so values are literal. */
const equals = (what: unknown, value: unknown): object => ({ $eq: [what, { $literal: value }] });

/** Returns are numbered from 0 and never removed, so return n has index n. Each but the last was undone. */
function returnedSo({ number, is }: NonNullable<LeadCondition['returned']>): Record<string, unknown> {
  const stands = {
    [`returns.${number}.at`]: { $exists: true },
    [`returns.${number}.undone`]: { $exists: false },
  };
  if (is === 'stands') return stands;
  const undoing = { kind: 'return', what: 'undo', number };
  if (is === 'kept') return { ...stands, pending_effects: { $not: { $elemMatch: undoing } } };
  const before = number === 0 ? {} : { [`returns.${number - 1}.undone.at`]: { $exists: true } };
  return { [`returns.${number}`]: { $exists: false }, ...before };
}

/** The same for the requests to return it. */
function requestedSo({ number, is }: NonNullable<LeadCondition['requested']>): Record<string, unknown> {
  const named = `return_requests.${number}`;
  if (is === 'open') return { [`${named}.at`]: { $exists: true }, [`${named}.ended`]: { $exists: false } };
  const before = number === 0 ? {} : { [`return_requests.${number - 1}.ended.at`]: { $exists: true } };
  return { [named]: { $exists: false }, ...before };
}

/** Attempts are numbered from 1 across all submissions and never cut, so attempt n has index n - 1. */
function named({ number, run, by }: NonNullable<LeadChange['attempt_end']>): object {
  const so = [
    equals('$$attempt.number', number),
    ...(run === undefined ? [] : [equals('$$attempt.run', run)]),
    ...(by === undefined ? [] : [equals('$$attempt.by', by)]),
  ];
  return { $let: { vars: { attempt: { $arrayElemAt: [ATTEMPTS, number - 1] } }, in: { $and: so } } };
}

/**
 * A mark for the reports, if the lead's quarter may have been counted before this change: the moment that names the
 * quarter. The epoch names none, and the lead's own `received_at` counts.
 */
function markOf(when: LeadCondition, change: LeadChange, now: Date): Date | undefined {
  if (!changesReports(when, change)) return undefined;
  const { received_at = NO_MOMENT } = when;
  return marksLate(received_at, now) ? received_at : undefined;
}

function updateOf(when: LeadCondition, change: LeadChange, mark: Date | undefined) {
  const effects = effectsIn(when, change);
  const { first_run } = when;
  const {
    state,
    intent = first_run?.intent,
    reference,
    pending_since,
    first_due_at,
    window_used_ms,
    decision,
    waiting,
  } = change;
  const { attempt_end, new_attempt, callback, next_fallback, verified, entries } = change;
  const { new_return, undone, new_request, request_ended } = change;
  const due = dueAt(change.due_at);
  return {
    $set: {
      state,
      ...due.set,
      ...given({ intent, reference, pending_since, first_due_at, window_used_ms }),
      ...given({ decision, waiting, next_fallback, verified }),
      ...(first_run ? { runs: first_run.taken.run, taken: first_run.taken } : {}),
      ...ended(attempt_end),
      ...(undone ? { [`returns.${undone.number}.undone`]: given({ ...undone.undone }) } : {}),
      ...(new_request ? { request_due_at: new_request.request.decide_by } : {}),
      ...(new_request?.evidence ? { [`return_evidence.${new_request.number}`]: new_request.evidence } : {}),
      ...(request_ended ? { [`return_requests.${request_ended.number}.ended`]: request_ended.ended } : {}),
    },
    ...(effects.some(({ kind }) => kind === 'news') ? { $inc: { revision: 1 } } : {}),
    ...unset({
      due_at: change.due_at === null,
      waiting: waiting === undefined,
      request_due_at: request_ended !== undefined,
    }),
    $push: {
      timeline: keepEntries(entries),
      ...given({ attempts: new_attempt, callbacks: callback, unrolled: mark, returns: new_return }),
      ...given({ return_requests: new_request?.request }),
      ...(effects.length === 0 ? {} : { pending_effects: { $each: effects } }),
    },
  };
}

/** MongoDB refuses an empty `$unset`. */
function unset(members: Readonly<Record<string, boolean>>): object {
  const gone = Object.entries(members).filter(([, isGone]) => isGone);
  return gone.length === 0 ? {} : { $unset: Object.fromEntries(gone.map(([name]) => [name, 1])) };
}

const given = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

function ended(end: LeadChange['attempt_end']): Record<string, unknown> {
  if (!end) return {};
  const { number, run: _, by: _by, ...outcome } = end;
  const members = Object.entries(given(outcome));
  return Object.fromEntries(members.map(([name, value]) => [`attempts.${number - 1}.${name}`, value]));
}

/** States from which a worker may take a lead. `unknown` is missing because only an operator ends it. */
const TAKEABLE = UNDECIDED_STATES.filter((state) => NEXT_STATES[state].includes('working'));

/** Whether `taken` is of this submission: one that is posted again keeps the last take of the submission before. */
export const IS_NEWEST = {
  $and: [{ $eq: ['$taken.run', '$runs'] }, { $eq: ['$taken.submission', '$submission'] }],
};

/** A pipeline's `$set` merges an object into the existing one. An expression replaces the existing object. */
export const replacingObject = (group: object): object => ({ $mergeObjects: [group] });
/** A lead that is taken from such a state was left by its previous worker: the worker died, or an outage ended its run. */
const wasInProgress = { $in: ['$state', IN_PROGRESS_STATES] };
const isStall = {
  $and: [wasInProgress, { $not: [{ $and: [IS_NEWEST, { $eq: ['$taken.excused', true] }] }] }],
};

/** Since when the lead waits on our side: for its worker, or for any worker to take it. */
const WAITS_SINCE = {
  $cond: [{ $and: [{ $eq: ['$state', 'working'] }, IS_NEWEST] }, '$taken.at', '$due_at'],
};

interface Take {
  readonly id: string;
  readonly submission: number;
  readonly now: Date;
  readonly until: Date;
  readonly by: string | undefined;
}

/** Implements `LeadStore.take` in one command. */
export async function take(
  leads: LeadModel,
  { id, submission, now, until, by }: Take,
): Promise<LeadRecord | null> {
  const lateMs = { $subtract: [now, { $ifNull: [WAITS_SINCE, now] }] };
  // Negative, if another job of the lead came before the end of a wait. A wait of ours moved the window on to that end.
  const counts = { $or: [{ $in: ['$waiting.why', OUR_REASONS] }, { $gt: [lateMs, LATE_MS] }] };
  const taken = await plain<Stored<LeadRecord>>(leads).findOneAndUpdate(
    {
      _id: id,
      submission,
      // A queued lead may be taken before it is due, because another machine's clock set the due time.
      $or: [{ state: 'queued' }, { state: { $in: TAKEABLE }, due_at: { $lte: now } }],
    },
    // A pipeline, because much of the update depends on the lead's values before it.
    [
      {
        $set: {
          state: 'working',
          due_at: until,
          runs: { $add: ['$runs', 1] },
          stalls: { $add: ['$stalls', { $cond: [isStall, 1, 0] }] },
          stalled: {
            $concatArrays: [
              { $ifNull: ['$stalled', []] },
              { $cond: [{ $and: [isStall, IS_NEWEST] }, ['$taken.by'], []] },
            ],
          },
          intent: { $ifNull: ['$intent', { at: now, submission, buyer_id: '$buyer_id' }] },
          first_due_at: { $cond: [counts, { $add: ['$first_due_at', lateMs] }, '$first_due_at'] },
          ...(by === undefined ? {} : { taken: takenBy(by, submission, now) }),
        },
      },
    ],
    { returnDocument: 'after' },
    by === undefined ? undefined : isTakenBy(by),
  );
  return toOpenedOrNull<LeadRecord>(leads, taken);
}

/** Whether this take is the lead's newest one. */
const isTakenBy =
  (by: string) =>
  ({ taken, runs, submission }: Stored<LeadRecord>): boolean =>
    taken?.by === by && taken.run === runs && taken.submission === submission;

const takenBy = (by: string, submission: number, at: Date): object =>
  replacingObject({
    by,
    submission,
    run: { $add: ['$runs', 1] },
    at,
    from: { $cond: [wasInProgress, { $cond: [IS_NEWEST, '$taken.from', 'queued'] }, '$state'] },
  });
