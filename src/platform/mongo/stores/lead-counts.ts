import { trusted, type Connection, type mongo } from 'mongoose';
import { FINAL_STATES } from '../../../core/lead/lead-states.js';
import type { LeadCounts } from '../../../app/ports/lead-counts.js';
import type {
  RolledUpDay,
  SoldCount,
  TimeRange,
  TimeRangeCount,
  CountedLead,
} from '../../../core/caps/counted-leads.js';

import type { GivenBackLead } from '../../../core/caps/given-back.js';
import { earlierThan, toRecord, type Stored, plain } from './documents.js';
import { type LeadModel, leadModel } from './models.js';

const BATCH = 1_000;

/** The members of a lead that a count needs. */
export const COUNTED = {
  round: 1,
  state: 1,
  offer_id: 1,
  campaign_id: 1,
  program_id: 1,
  intent: 1,
  debts: 1,
  'attempts.n': 1,
  'attempts.round': 1,
  'attempts.at': 1,
  'attempts.outcome': 1,
};

/** The members of a returned lead that a count needs. */
const GIVEN_BACK = {
  ...{ round: 1, state: 1, offer_id: 1, campaign_id: 1, program_id: 1, intent: 1 },
  ...{ returns: 1, return_effects: 1 },
};

/** Leads that are counted by number. `_id` names what was sold. */
type SoldGroup = { readonly _id: Omit<SoldCount, 'count'>; readonly count: number };

/** Leads that are examined one by one. `_id` is the lead's id. */
type LeadGroup = { readonly _id: string; readonly count: number };

/** Leads that hold no reservation. */
type EndedGroup = { readonly _id: null; readonly count: number };

const OWES_NOTHING = { $eq: [{ $size: '$debts' }, 0] };
const ENDED = [...FINAL_STATES].filter((state) => state !== 'accepted');
const HOLDS_NOTHING = { $or: ['$is_test', { $and: [{ $in: ['$state', ENDED] }, OWES_NOTHING] }] };
const SETTLED = {
  $and: [{ $eq: ['$state', 'accepted'] }, OWES_NOTHING, { $eq: ['$intent.round', '$round'] }],
};

/** Members that are missing stay out of the group's key. */
const SOLD = {
  campaign_id: '$campaign_id',
  offer_id: '$offer_id',
  program_id: '$program_id',
  buyer_id: { $ifNull: ['$intent.sold.buyer_id', '$intent.buyer_id'] },
  at: '$intent.sold.at',
};

/** The session that a count reads in, if any. */
type Session = mongo.ClientSession | undefined;

/**
 * Counts leads inside MongoDB and stores the counts of closed days. With a session, reads see at least what the
 * session has seen.
 */
export function createLeadCounts(connection: Connection, session?: mongo.ClientSession): LeadCounts {
  const within = session ? { session } : {};
  const leads = leadModel(connection);
  const folds = connection.collection<{ readonly _id: string; readonly sold: readonly SoldCount[] }>(
    'folded_days',
  );
  return {
    countTimeRange: (timeRange) => countSpan(leads, timeRange, session),
    async *givenBack(from) {
      const found = leads
        .find({ 'returns.place_given_back': true, 'intent.at': trusted({ $gte: from }) }, GIVEN_BACK)
        .session(session ?? null)
        .lean<Stored<GivenBackLead>[]>()
        .cursor();
      for await (const lead of found) yield toRecord<GivenBackLead>(lead);
    },
    async hasIntentBefore(at) {
      return (await leads.exists({ 'intent.at': earlierThan(at) }).session(session ?? null)) !== null;
    },
    async *rollups() {
      for await (const { _id, sold } of folds.find({}, within).sort({ _id: 1 })) yield { day: _id, sold };
    },
    async rolledUpDays() {
      const found = await folds
        .find({}, { projection: { _id: 1 }, ...within })
        .sort({ _id: 1 })
        .toArray();
      return found.map(({ _id }) => _id);
    },
    async rollUp({ day, sold }: RolledUpDay) {
      await folds.updateOne({ _id: day }, { $set: { sold } }, { upsert: true });
    },
  };
}

/**
 * One pass over the time range, filtered by the index alone. Each further condition of a `$match` costs FerretDB as
 * much as the whole group does. Unsettled leads are read by id afterwards, in their state at that time. The pass did
 * not count them, so no lead counts twice.
 */
async function countSpan(
  leads: LeadModel,
  { from, to }: TimeRange,
  session: Session,
): Promise<TimeRangeCount> {
  const inSpan = { 'intent.at': { $gte: from, $lt: to } };
  const steps = [
    { $match: inSpan },
    {
      $group: {
        _id: { $cond: [HOLDS_NOTHING, null, { $cond: [SETTLED, SOLD, '$_id'] }] },
        count: { $sum: 1 },
      },
    },
  ];
  const groups = plain<SoldGroup | LeadGroup | EndedGroup>(leads).aggregate(
    steps,
    session ? { session } : {},
  );
  const sold: SoldCount[] = [];
  const ids: string[] = [];
  for await (const { _id, count } of groups) {
    if (typeof _id === 'string') ids.push(_id);
    else if (_id !== null) sold.push({ ..._id, count });
  }
  const others: CountedLead[] = [];
  for (let i = 0; i < ids.length; i += BATCH)
    others.push(...(await readOthers(leads, ids.slice(i, i + BATCH), inSpan, session)));
  return { sold, others };
}

/** Leaves out leads whose intent moved meanwhile. The count meets those leads again at their new time. */
async function readOthers(
  leads: LeadModel,
  ids: readonly string[],
  inSpan: object,
  session: Session,
): Promise<CountedLead[]> {
  const found = await leads
    .find({ _id: trusted({ $in: [...ids] }), ...trustedEach(inSpan) }, COUNTED)
    .session(session ?? null)
    .lean<Stored<CountedLead>[]>();
  return found.map((lead) => toRecord<CountedLead>(lead));
}

const trustedEach = (filter: object): Record<string, object> =>
  Object.fromEntries(Object.entries(filter).map(([path, range]) => [path, trusted(range as object)]));
