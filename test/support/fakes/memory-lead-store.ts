import { isFinal, NEXT_STATES, UNDECIDED_STATES } from '../../../src/core/lead/lead-states.js';
import { maySubmitAgain } from '../../../src/core/person/erasure.js';
import { LATE_MS } from '../../../src/core/delivery/lease-times.js';
import { OUR_REASONS } from '../../../src/core/lead/waiting.js';
import type { InterruptedRun, LeadAgain, LeadStore } from '../../../src/app/ports/lead-store.js';
import type { CountedLead } from '../../../src/core/caps/counted-leads.js';
import type { LeadChange, LeadCondition } from '../../../src/core/lead/lead-change.js';
import {
  MAX_CALLBACKS,
  type Attempt,
  type IdempotencyKey,
  type Intent,
  type LeadRecord,
  type PendingEffect,
  type Taken,
} from '../../../src/core/lead/lead-record.js';
import { effectsOf, nameOfEffect } from '../../../src/core/lead/pending-effect.js';
import { isPending } from '../../../src/core/caps/given-back.js';
import { effectsIn, newsOfAgain } from '../../../src/core/news/pending-news.js';
import { withKeys } from './with-keys.js';
import { memoryReadsOfMany } from './memory-reads-of-many.js';
import { TIMELINE_LENGTH, type TimelineEntry } from '../../../src/core/lead/timeline.js';

const TAKEABLE = UNDECIDED_STATES.filter((state) => NEXT_STATES[state].includes('working'));

/** Leads in memory, with the same conditions as the real store: the same contract is run against both. */
export function memoryLeadStore(): LeadStore & { readonly all: Map<string, LeadRecord> } {
  const all = new Map<string, LeadRecord>();
  const update = (id: string, change: (lead: LeadRecord) => LeadRecord): void => {
    const lead = all.get(id);
    if (lead) all.set(id, change(lead));
  };
  return {
    all,
    insert(lead) {
      const existing = all.get(lead.id);
      if (existing) return Promise.resolve({ inserted: false, existing });
      all.set(lead.id, lead);
      return Promise.resolve({ inserted: true });
    },
    read: (id) => Promise.resolve(all.get(id) ?? null),
    ...memoryReadsOfMany(all),
    withoutEvidence: (ids) => Promise.resolve(new Set(ids.filter((id) => all.get(id)?.forget?.no_evidence))),
    forgotten: (ids) => Promise.resolve(new Set(ids.filter((id) => all.get(id)?.forgotten))),
    take(id, submission, now, until, by) {
      const lead = all.get(id);
      if (lead?.submission !== submission || !isTakeable(lead, now)) return Promise.resolve(null);
      const taken = takenBy(lead, now, until, by);
      all.set(id, taken);
      return Promise.resolve(taken);
    },
    requeue(runs, now, due_at) {
      for (const run of runs) update(run.id, (lead) => withoutRun(lead, run, now, due_at));
      return Promise.resolve();
    },
    transition(when, change) {
      for (const from of when.states)
        if (!NEXT_STATES[from].includes(change.state))
          return Promise.reject(new Error(`no way leads from ${from} to ${change.state}`));
      const lead = all.get(when.id);
      if (!lead || !holds(lead, when, change)) return Promise.resolve(false);
      all.set(lead.id, changed(lead, when, change));
      return Promise.resolve(true);
    },
    note(id, mark, entry) {
      update(id, (lead) => {
        const { callbacks = [] } = lead;
        if (callbacks.includes(mark) || callbacks.length >= MAX_CALLBACKS) return lead;
        return { ...lead, callbacks: [...callbacks, mark], timeline: longer(lead, [entry]) };
      });
      return Promise.resolve();
    },
    resubmit(id, submission, again) {
      const lead = all.get(id);
      if (lead?.submission !== submission || !maySubmitAgain(lead)) return Promise.resolve(null);
      all.set(id, startedOver(lead, again));
      return Promise.resolve(submission + 1);
    },
    overdue(before, limit) {
      const due = [...all.values()].flatMap(({ id, submission, due_at }) =>
        due_at && due_at < before ? [{ id, submission, due_at }] : [],
      );
      due.sort((a, b) => Number(a.due_at) - Number(b.due_at));
      return Promise.resolve(due.slice(0, limit));
    },
    requestsDue(before, limit) {
      const due = [...all.values()].filter(
        ({ request_due_at }) => request_due_at !== undefined && request_due_at < before,
      );
      due.sort((a, b) => Number(a.request_due_at) - Number(b.request_due_at));
      return Promise.resolve(due.slice(0, limit));
    },
    requestsOf: (buyerId, from, to) =>
      Promise.resolve(
        [...all.values()].filter(
          ({ decision, return_requests = [] }) =>
            decision?.sale?.buyer_id === buyerId && return_requests.some(({ at }) => at >= from && at < to),
        ),
      ),
    withPending(kind, before, limit) {
      const owing = [...all.values()].filter((lead) =>
        effectsOf(lead, kind).some(({ since }) => since < before),
      );
      return Promise.resolve(owing.slice(0, limit));
    },
    clearPending(applied) {
      for (const { id, revision, effects } of applied) {
        const names = effects.map((name) => JSON.stringify(name));
        update(id, (lead) => {
          if (revision !== undefined && revision !== lead.revision) return lead;
          const isDone = (effect: PendingEffect) => names.includes(JSON.stringify(nameOfEffect(effect)));
          return { ...lead, pending_effects: lead.pending_effects.filter((effect) => !isDone(effect)) };
        });
      }
      return Promise.resolve();
    },
    insertFallback(lead) {
      if (!all.has(lead.id)) all.set(lead.id, lead);
      return Promise.resolve();
    },
    expireIdempotencyKeys(before) {
      const isOld = ({ at }: IdempotencyKey): boolean => at < before;
      const old = [...all.values()].filter(({ idempotency }) => idempotency?.some(isOld));
      for (const { id } of old)
        update(id, (lead) => ({
          ...lead,
          idempotency: (lead.idempotency ?? []).filter((one) => !isOld(one)),
        }));
      return Promise.resolve(old.length);
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
    async *counted(since) {
      const from = since ?? new Date(0);
      const found = [...all.values()].filter(
        ({ intent, is_test }) => intent && intent.at >= from && !is_test,
      );
      found.sort((a, b) => Number(a.intent?.at) - Number(b.intent?.at));
      yield* found.map(countedPart);
    },
  };
}

const isTakeable = ({ state, due_at }: LeadRecord, now: Date): boolean =>
  state === 'queued' || (TAKEABLE.some((one) => one === state) && due_at !== undefined && due_at <= now);

/** The newest taking, when the build that wrote it says so. */
const newestOf = ({ taken, runs, submission }: LeadRecord): Taken | undefined =>
  taken?.run === runs && taken.submission === submission ? taken : undefined;

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

function takenBy(lead: LeadRecord, now: Date, until: Date, by: string | undefined): LeadRecord {
  const { state, submission, runs, stalled = [], due_at = now, waiting } = lead;
  const newest = newestOf(lead);
  const requeueInterrupted = state === 'working' || state === 'sending';
  const isStall = requeueInterrupted && newest?.excused !== true;
  const since = state === 'working' && newest ? newest.at : due_at;
  const lateMs = now.getTime() - since.getTime();
  const counts = OUR_REASONS.some((why) => why === waiting?.why) || lateMs > LATE_MS;
  const from = requeueInterrupted ? (newest?.from ?? 'queued') : state;
  return {
    ...lead,
    state: 'working',
    due_at: until,
    runs: runs + 1,
    stalls: lead.stalls + (isStall ? 1 : 0),
    stalled: isStall && newest ? [...stalled, newest.by] : stalled,
    intent: lead.intent ?? firstIntent(lead, now),
    first_due_at: later(lead.first_due_at, counts ? lateMs : 0),
    ...(by === undefined ? {} : { taken: { by, submission, run: runs + 1, at: now, from } }),
  };
}

function asBefore(lead: LeadRecord, taken: Taken, now: Date, due_at: Date, lacked: object): LeadRecord {
  const isInTimeline = lead.waiting?.why === 'outage';
  const reason = { why: 'outage', ...lacked } as const;
  const told = { at: now, what: 'requeued', reason } as const;
  return {
    ...lead,
    state: taken.from,
    due_at,
    first_due_at: later(lead.first_due_at, due_at.getTime() - taken.at.getTime()),
    waiting: { run: lead.runs, ...reason },
    timeline: longer(lead, isInTimeline ? [] : [told]),
  };
}

function withoutRun(
  lead: LeadRecord,
  { by, submission, first_run, data_key }: InterruptedRun,
  now: Date,
  due_at: Date,
): LeadRecord {
  if (lead.submission !== submission) return lead;
  const { taken, state, stalled = [] } = lead;
  const lacked = data_key === undefined ? {} : { data_key };
  if (first_run && state === 'queued' && lead.runs === 0)
    return asBefore({ ...lead, ...first_run, runs: 1 }, first_run.taken, now, due_at, lacked);
  if (taken?.by === by && state === 'working' && newestOf(lead))
    return asBefore(lead, taken, now, due_at, lacked);
  if (taken?.by === by && state === 'sending') return { ...lead, taken: { ...taken, excused: true } };
  if (!stalled.includes(by)) return lead;
  return { ...lead, stalls: lead.stalls - 1, stalled: stalled.filter((one) => one !== by) };
}

const firstIntent = ({ submission, buyer_id }: LeadRecord, at: Date): Intent => ({
  at,
  submission,
  buyer_id,
});

const holds = (lead: LeadRecord, when: LeadCondition, { attempt_end }: LeadChange): boolean =>
  lead.submission === when.submission &&
  when.states.includes(lead.state) &&
  (when.runs === undefined || lead.runs === when.runs) &&
  (when.attempts === undefined || lead.attempts.length === when.attempts) &&
  (when.intent_at === undefined || lead.intent?.at.getTime() === when.intent_at.getTime()) &&
  (when.leased_at === undefined || (lead.due_at !== undefined && lead.due_at > when.leased_at)) &&
  (!when.returned || isReturnedSo(lead, when.returned)) &&
  (!when.requested || isRequestedSo(lead, when.requested)) &&
  (!attempt_end || isNamed(lead.attempts[attempt_end.number - 1], attempt_end));

const isNamed = (
  attempt: Attempt | undefined,
  { number, run, by }: NonNullable<LeadChange['attempt_end']>,
): boolean =>
  attempt?.number === number &&
  (run === undefined || attempt.run === run) &&
  (by === undefined || attempt.by === by);

/** Whether the returns of a lead are as a transition believes. */
function isReturnedSo(lead: LeadRecord, { number, is }: NonNullable<LeadCondition['returned']>): boolean {
  const { returns = [] } = lead;
  const stands = returns[number] !== undefined && !returns[number].undone;
  if (is === 'stands') return stands;
  if (is === 'kept') return stands && !isPending(lead, number, 'undo');
  return returns.length <= number && (number === 0 || returns[number - 1]?.undone !== undefined);
}

/** The same for the requests to return it. */
function isRequestedSo(
  { return_requests: all = [] }: LeadRecord,
  { number, is }: NonNullable<LeadCondition['requested']>,
): boolean {
  if (is === 'open') return all[number] !== undefined && !all[number].ended;
  return all.length <= number && (number === 0 || all[number - 1]?.ended !== undefined);
}

function requestsAfter(lead: LeadRecord, { new_request, request_ended }: LeadChange): Partial<LeadRecord> {
  const { return_requests: all = [], return_evidence } = lead;
  if (new_request) {
    const { number, request, evidence } = new_request;
    return {
      ...{ return_requests: [...all, request], request_due_at: request.decide_by },
      ...(evidence && { return_evidence: { ...return_evidence, [number]: evidence } }),
    };
  }
  if (!request_ended) return {};
  const { number, ended } = request_ended;
  return { return_requests: all.map((one, n) => (n === number ? { ...one, ended } : one)) };
}

function returnsAfter({ returns = [] }: LeadRecord, { new_return, undone }: LeadChange): Partial<LeadRecord> {
  const now = [...returns, ...(new_return ? [new_return] : [])].map((one, n) =>
    undone?.number === n ? { ...one, undone: undone.undone } : one,
  );
  return new_return || undone ? { returns: now } : {};
}

function changed(lead: LeadRecord, when: LeadCondition, change: LeadChange): LeadRecord {
  const { due_at, new_attempt, attempt_end, effect: _p, callback, entries, ...more } = change;
  const { unbooked_entry: _o, new_return: _n, undone: _u, return_effect: _e, ...others } = more;
  const { new_request: _r, request_ended, ...rest } = others;
  const { due_at: _due, waiting: _waiting, request_due_at, ...kept } = lead;
  const ended = (attempt: Attempt): Attempt =>
    attempt_end && attempt.number === attempt_end.number ? { ...attempt, ...attempt_end } : attempt;
  return {
    ...kept,
    ...(when.first_run && { ...when.first_run, runs: when.first_run.taken.run }),
    ...rest,
    ...(due_at ? { due_at } : {}),
    ...(request_due_at && !request_ended ? { request_due_at } : {}),
    attempts: [...lead.attempts.map(ended), ...(new_attempt ? [new_attempt] : [])],
    ...returnsAfter(lead, change),
    ...requestsAfter(lead, change),
    ...owingAlso(lead, effectsIn(when, change)),
    ...(callback === undefined ? {} : { callbacks: [...(lead.callbacks ?? []), callback] }),
    timeline: longer(lead, entries),
  };
}

const owingAlso = (
  { revision = 0, pending_effects: effects }: LeadRecord,
  more: readonly PendingEffect[],
): Partial<LeadRecord> => ({
  pending_effects: [...effects, ...more],
  ...(more.some(({ kind }) => kind === 'news') && { revision: revision + 1 }),
});

const longer = ({ timeline }: LeadRecord, entries: readonly TimelineEntry[]): TimelineEntry[] =>
  [...timeline, ...entries].slice(-TIMELINE_LENGTH);

function startedOver(lead: LeadRecord, again: LeadAgain): LeadRecord {
  const { entry, received_before: _, earlier, known, ...data } = again;
  const { decision: _d, intent: _i, pending_since: _p, reference: _r, program_id: _g, ...others } = lead;
  const { window_used_ms: _u, ...rest } = others;
  const {
    taken: _t,
    stalled: _s,
    waiting: _w,
    buyer_id: _b,
    tracking_keys: _k,
    fallbacks: _f,
    ...kept
  } = rest;
  return {
    ...kept,
    ...data,
    all_identities: withKeys(lead, known),
    state: 'queued',
    first_due_at: data.due_at,
    submission: lead.submission + 1,
    runs: 0,
    stalls: 0,
    timeline: longer(lead, [entry]),
    ...owingAlso(lead, [newsOfAgain(lead.submission, entry.at, earlier)]),
  };
}

function countedPart(lead: LeadRecord): CountedLead {
  const {
    id,
    submission,
    state,
    offer_id,
    campaign_id,
    program_id,
    intent,
    pending_effects: effects,
    attempts,
  } = lead;
  return {
    ...{ id, submission, state, offer_id, campaign_id, pending_effects: effects },
    ...(program_id === undefined ? {} : { program_id }),
    ...(intent ? { intent } : {}),
    attempts: attempts.map(({ number, submission: of, at, outcome }) => ({
      number,
      submission: of,
      at,
      outcome,
    })),
  } as unknown as CountedLead;
}

/** Whether nothing of the lead is left to do but what an operator does. `finishes`: somebody publishes the news. */
export const isAtRest = (
  { state, pending_effects: effects, request_due_at }: LeadRecord,
  finishes: boolean,
): boolean =>
  request_due_at === undefined &&
  effects.every(({ kind }) => kind === 'news' && !finishes) &&
  (isFinal(state) || state === 'unknown');
