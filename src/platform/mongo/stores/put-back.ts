import type { Model } from 'mongoose';
import type { BrokenRun } from '../../../app/ports/lead-store.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import type { LeadEntry } from '../../../core/lead/lead-entry.js';
import { TIMELINE_LENGTH } from '../../../core/lead/timeline.js';
import type { Stored } from './documents.js';
import { plain } from './plain-collection.js';
import { IS_NEWEST, wholly } from './take-lead.js';

type Leads = Model<Stored<LeadRecord>>;

/** `LeadStore.putBack`: one command. Each step names the taking, so whoever took the lead since is not disturbed. */
export async function putBack(
  leads: Leads,
  runs: readonly BrokenRun[],
  now: Date,
  due_at: Date,
): Promise<void> {
  if (runs.length === 0) return;
  const steps = runs.flatMap((run) => [asBefore(run, now, due_at), excuse(run), takeStallBack(run)]);
  await plain(leads).bulkWrite(
    steps.map((updateOne) => ({ updateOne })),
    { ordered: false },
  );
}

/** Nobody took it since: it stands again where it stood before the run. */
function asBefore({ id, round, by }: BrokenRun, at: Date, due_at: Date): object {
  const entry: LeadEntry = { at, what: 'put_back', reason: { why: 'outage' } };
  const longer = { $slice: [{ $concatArrays: ['$timeline', [{ $literal: entry }]] }, -TIMELINE_LENGTH] };
  // An outage of hours must not push the lead's past out of its timeline.
  const isTold = { $eq: ['$waiting.why', 'outage'] };
  return {
    filter: { _id: id, round, state: 'working', 'taken.by': by, $expr: IS_NEWEST },
    update: [
      {
        $set: {
          state: '$taken.from',
          due_at,
          first_due_at: { $add: ['$first_due_at', { $subtract: [due_at, '$taken.at'] }] },
          waiting: wholly({ run: '$runs', why: 'outage' }),
          timeline: { $cond: [isTold, '$timeline', longer] },
        },
      },
    ],
  };
}

/** Its request may have left: that is looked at when it is due, and is no stall. */
const excuse = ({ id, round, by }: BrokenRun): object => ({
  filter: { _id: id, round, state: 'sending', 'taken.by': by },
  update: { $set: { 'taken.excused': true } },
});

const takeStallBack = ({ id, round, by }: BrokenRun): object => ({
  filter: { _id: id, round, stalled: by },
  update: { $pull: { stalled: by }, $inc: { stalls: -1 } },
});
