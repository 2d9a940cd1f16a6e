import type { FirstRunWrite } from '../../../core/lead/lead-change.js';
import type { InterruptedRun } from '../../../app/ports/lead-store.js';
import type { LeadEntry } from '../../../core/lead/lead-entry.js';
import { TIMELINE_LENGTH } from '../../../core/lead/timeline.js';
import { plain } from './documents.js';
import { IS_NEWEST, replacingObject } from './lead-transitions.js';
import type { LeadModel } from './models.js';

/**
 * Implements `LeadStore.requeue` in one command. Each step names the take, so it does not affect a worker that has
 * taken the lead since.
 */
export async function requeue(
  leads: LeadModel,
  runs: readonly InterruptedRun[],
  now: Date,
  due_at: Date,
): Promise<void> {
  if (runs.length === 0) return;
  const steps = runs.flatMap((run) => [
    run.first_run ? unbegun(run, run.first_run, now, due_at) : taken(run, now, due_at),
    excuse(run),
    takeStallBack(run),
  ]);
  await plain(leads).bulkWrite(
    steps.map((updateOne) => ({ updateOne })),
    { ordered: false },
  );
}

/** If no worker took the lead since, it returns to its state before the run. */
const taken = (run: InterruptedRun, at: Date, due_at: Date): object => ({
  filter: { _id: run.id, submission: run.submission, state: 'working', 'taken.by': run.by, $expr: IS_NEWEST },
  update: [asBefore(run, at, due_at)],
});

/**
 * If nobody took the lead since its first run began, and that run wrote nothing, it waits. No late write of that run lands,
 * and the intent says where it may have reserved.
 */
function unbegun(
  run: InterruptedRun,
  { taken: begun, intent }: FirstRunWrite,
  at: Date,
  due_at: Date,
): object {
  const begins = {
    $set: { runs: begun.run, taken: replacingObject(begun), intent: replacingObject(intent) },
  };
  return {
    filter: { _id: run.id, submission: run.submission, state: 'queued', runs: 0 },
    update: [begins, asBefore(run, at, due_at)],
  };
}

/** Undoes what `taken` says of the lead, and tells the outage. */
function asBefore({ data_key }: InterruptedRun, at: Date, due_at: Date): object {
  const reason = { why: 'outage', ...(data_key !== undefined && { data_key }) } as const;
  const entry: LeadEntry = { at, what: 'requeued', reason };
  const longer = { $slice: [{ $concatArrays: ['$timeline', [{ $literal: entry }]] }, -TIMELINE_LENGTH] };
  // One entry for each outage: an outage of hours must not push the lead's history out of its timeline.
  const isInTimeline = { $eq: ['$waiting.why', 'outage'] };
  return {
    $set: {
      state: '$taken.from',
      due_at,
      first_due_at: { $add: ['$first_due_at', { $subtract: [due_at, '$taken.at'] }] },
      waiting: replacingObject({ ...reason, run: '$runs' }),
      timeline: { $cond: [isInTimeline, '$timeline', longer] },
    },
  };
}

/**
 * The lead's request may have left. The sweeper examines the lead when it is due; this run does not count as stalled.
 */
const excuse = ({ id, submission, by }: InterruptedRun): object => ({
  filter: { _id: id, submission, state: 'sending', 'taken.by': by },
  update: { $set: { 'taken.excused': true } },
});

const takeStallBack = ({ id, submission, by }: InterruptedRun): object => ({
  filter: { _id: id, submission, stalled: by },
  update: { $pull: { stalled: by }, $inc: { stalls: -1 } },
});
