import { trusted, type Connection, type mongo } from 'mongoose';
import { FINAL_STATES } from '../../../core/lead/lead-states.js';
import type { LeadCounts } from '../../../app/ports/lead-counts.js';
import type {
  SoldCount,
  SoldInQuarter,
  TimeRange,
  TimeRangeCount,
  CountedLead,
} from '../../../core/caps/counted-leads.js';
import type { GivenBackLead } from '../../../core/caps/given-back.js';
import { createCapRollups } from './cap-rollups.js';
import { earlierThan, toRecord, type Stored, plain } from './documents.js';
import { type LeadModel, leadModel } from './models.js';

const BATCH = 1_000;

/** The members of a lead that a count needs. */
export const COUNTED = {
  submission: 1,
  state: 1,
  offer_id: 1,
  campaign_id: 1,
  program_id: 1,
  intent: 1,
  pending_effects: 1,
  'attempts.number': 1,
  'attempts.submission': 1,
  'attempts.at': 1,
  'attempts.outcome': 1,
};

/** The members of a returned lead that a count needs. */
const GIVEN_BACK = {
  ...{ submission: 1, state: 1, offer_id: 1, campaign_id: 1, program_id: 1, intent: 1 },
  ...{ returns: 1, pending_effects: 1 },
};

/** Leads that are counted by number. `_id` names what was sold. */
type SoldGroup<Sold> = { readonly _id: Omit<Sold, 'count'>; readonly count: number };

/** Leads that are examined one by one. `_id` is the lead's id. */
type LeadGroup = { readonly _id: string; readonly count: number };

/** Leads that hold no reservation. */
type EndedGroup = { readonly _id: null; readonly count: number };

const OWES_NOTHING = { $not: [{ $in: ['reservations', '$pending_effects.kind'] }] };
const ENDED = [...FINAL_STATES].filter((state) => state !== 'accepted');
const HOLDS_NOTHING = { $or: ['$is_test', { $and: [{ $in: ['$state', ENDED] }, OWES_NOTHING] }] };
const SETTLED = {
  $and: [{ $eq: ['$state', 'accepted'] }, OWES_NOTHING, { $eq: ['$intent.submission', '$submission'] }],
};

/** Members that are missing stay out of the group's key. */
const SOLD = {
  campaign_id: '$campaign_id',
  offer_id: '$offer_id',
  program_id: '$program_id',
  buyer_id: { $ifNull: ['$intent.sold.buyer_id', '$intent.buyer_id'] },
  at: '$intent.sold.at',
};

const QUARTER = { $dateTrunc: { date: '$intent.at', unit: 'minute', binSize: 15 } };

/** The session that a count reads in, if any. */
type Session = mongo.ClientSession | undefined;

/**
 * Counts leads inside MongoDB and stores what was rolled up. With a session, reads see at least what the
 * session has seen.
 */
export function createLeadCounts(connection: Connection, session?: mongo.ClientSession): LeadCounts {
  const leads = leadModel(connection);
  return {
    ...createCapRollups(connection, session),
    countTimeRange: (timeRange) => countSpan<SoldCount>(leads, timeRange, SOLD, session),
    countByQuarter: (timeRange) =>
      countSpan<SoldInQuarter>(leads, timeRange, { ...SOLD, quarter: QUARTER }, session),
    async *givenBack(from) {
      const found = leads
        .find({ 'returns.place_given_back': true, 'intent.at': trusted({ $gte: from }) }, GIVEN_BACK)
        // Sorted, because FerretDB reads a sorted result at one moment. Else a lead may come twice, or not at all.
        .sort({ 'intent.at': 1 })
        .session(session ?? null)
        .lean<Stored<GivenBackLead>[]>()
        .cursor();
      for await (const lead of found) yield toRecord<GivenBackLead>(lead);
    },
    readCounted: (ids) => readEach(leads, { _id: trusted({ $in: [...ids] }) }, session),
    async hasIntentBefore(at) {
      return (await leads.exists({ 'intent.at': earlierThan(at) }).session(session ?? null)) !== null;
    },
  };
}

/**
 * One pass over the time range, filtered by the index alone. Each further condition of a `$match` costs FerretDB as
 * much as the whole group does. Unsettled leads are read by id afterwards, in their state at that time. The pass did
 * not count them, so no lead counts twice.
 */
async function countSpan<Sold extends SoldCount>(
  leads: LeadModel,
  { from, to }: TimeRange,
  key: object,
  session: Session,
): Promise<TimeRangeCount<Sold>> {
  const inSpan = { 'intent.at': { $gte: from, $lt: to } };
  const steps = [
    { $match: inSpan },
    {
      $group: {
        _id: { $cond: [HOLDS_NOTHING, null, { $cond: [SETTLED, key, '$_id'] }] },
        count: { $sum: 1 },
      },
    },
  ];
  const groups = plain<SoldGroup<Sold> | LeadGroup | EndedGroup>(leads).aggregate(
    steps,
    session ? { session } : {},
  );
  const sold: Sold[] = [];
  const ids: string[] = [];
  let all = 0;
  for await (const { _id, count } of groups) {
    all += count;
    if (typeof _id === 'string') ids.push(_id);
    else if (_id !== null) sold.push({ ..._id, count } as Sold);
  }
  const others: CountedLead[] = [];
  // Leaves out leads whose intent moved meanwhile. The count meets those leads again at their new time.
  for (let i = 0; i < ids.length; i += BATCH) {
    const those = { _id: trusted({ $in: ids.slice(i, i + BATCH) }), ...trustedEach(inSpan) };
    others.push(...(await readEach(leads, those, session)));
  }
  return { sold, others, leads: all };
}

async function readEach(leads: LeadModel, filter: object, session: Session): Promise<CountedLead[]> {
  const found = await leads
    .find(filter, COUNTED)
    .session(session ?? null)
    .lean<Stored<CountedLead>[]>();
  return found.map((lead) => toRecord<CountedLead>(lead));
}

const trustedEach = (filter: object): Record<string, object> =>
  Object.fromEntries(Object.entries(filter).map(([path, range]) => [path, trusted(range as object)]));
