import type { Model } from 'mongoose';
import { LATE_MS } from '../../../core/delivery/own-time.js';
import { TRANSITIONS, UNDECIDED_STATES } from '../../../core/lead/lead-states.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import { toRecordOrNull, type Stored } from './documents.js';
import { plain } from './plain-collection.js';

type Row = Stored<LeadRecord>;

/** States from which a worker may take a lead; `unknown` is the operator's. */
const TAKEABLE = UNDECIDED_STATES.filter((state) => TRANSITIONS[state].includes('working'));
/** Taken from one of these, the worker before never came back, or an outage ended its run. */
const BROKEN_OFF = ['working', 'sending'];

/**
 * Whether `taken` tells of the newest taking: a build that does not write it (before ADR 23) counts its runs all the same.
 */
export const IS_NEWEST = {
  $and: [{ $eq: ['$taken.run', '$runs'] }, { $eq: ['$taken.round', '$round'] }],
};

/** A pipeline puts a group's members into the one that is there; an expression takes its place. */
export const wholly = (group: object): object => ({ $mergeObjects: [group] });

const isBrokenOff = { $in: ['$state', BROKEN_OFF] };
const isStall = { $and: [isBrokenOff, { $not: [{ $and: [IS_NEWEST, { $eq: ['$taken.excused', true] }] }] }] };

/** Since when the lead waits for us: for its worker, or for anybody to take it. */
const WAITS_SINCE = {
  $cond: [{ $and: [{ $eq: ['$state', 'working'] }, IS_NEWEST] }, '$taken.at', '$due_at'],
};

interface Take {
  readonly id: string;
  readonly round: number;
  readonly now: Date;
  readonly until: Date;
  readonly by: string | undefined;
}

/** `LeadStore.take`: one command. */
export async function takeLead(
  leads: Model<Row>,
  { id, round, now, until, by }: Take,
): Promise<LeadRecord | null> {
  const lateMs = { $subtract: [now, { $ifNull: [WAITS_SINCE, now] }] };
  const isLate = { $gt: [lateMs, { $cond: [{ $eq: ['$waiting.why', 'outage'] }, 0, LATE_MS] }] };
  const taken = await plain<Row>(leads).findOneAndUpdate(
    {
      _id: id,
      round,
      // Due or not: what is queued was made due by another machine's clock.
      $or: [{ state: 'queued' }, { state: { $in: TAKEABLE }, due_at: { $lte: now } }],
    },
    // A pipeline, because much of it depends on the lead as it was: its expressions read that.
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
          intent: { $ifNull: ['$intent', { at: now, round, buyer_id: '$buyer_id' }] },
          first_due_at: { $cond: [isLate, { $add: ['$first_due_at', lateMs] }, '$first_due_at'] },
          ...(by === undefined ? {} : { taken: takenBy(by, round, now) }),
        },
      },
    ],
    { returnDocument: 'after' },
  );
  return toRecordOrNull<LeadRecord>(taken);
}

const takenBy = (by: string, round: number, at: Date): object =>
  wholly({
    by,
    round,
    run: { $add: ['$runs', 1] },
    at,
    from: { $cond: [isBrokenOff, { $cond: [IS_NEWEST, '$taken.from', 'queued'] }, '$state'] },
  });
