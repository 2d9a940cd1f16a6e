import { trusted, type Connection } from 'mongoose';
import type { LeadKind, LeadOverview, LeadQuery, SoldThrough } from '../../../app/ports/lead-overview.js';
import { NO_BACKLOG, togetherOf, type Backlog } from '../../../core/backlog.js';
import { byPosition } from '../../../core/lead/lead-position.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import { EFFECT_KINDS, type EffectKind } from '../../../core/lead/pending-effect.js';
import { oldestOf } from '../first-rows.js';
import { readByIndex } from '../named-index.js';
import { inOneBatch } from '../first-batch.js';
import { byReferenceIn } from './by-reference.js';
import { earlierThan, type Stored, plain, ANY_DATE, upTo } from './documents.js';
import type { Filter, ListPart } from './lead-filters.js';
import { pageOfLeads } from './lead-pages.js';
import { toOpened } from '../sealing/sealed-records.js';
import { type LeadModel, leadModel } from './models.js';

type Row = Stored<LeadRecord>;
type Due = Pick<Row, '_id'> & { readonly due_at: Date };

/** What an index finds, and its name. With more conditions, FerretDB may choose an index that finds more leads. */
type Indexed = Pick<ListPart, 'filter' | 'index'>;
const DUE: Indexed = { filter: { due_at: ANY_DATE }, index: 'due' };
const REQUESTED: Indexed = { filter: { request_due_at: ANY_DATE }, index: 'request_due' };
const UNKNOWN: Indexed = { filter: { state: 'unknown', received_at: ANY_DATE }, index: 'unknown' };

/** Where the keys of a person are, and by which index they are looked up. */
const BY_IDENTITY = [
  ['identities.key', 'identity'],
  ['all_identities.key', 'all_identities'],
] as const;
/** A due lead is undecided. An unknown lead is undecided too but has no due time. */
const IN_INDEXES: Readonly<Record<LeadKind, readonly Indexed[]>> = {
  unknown: [UNKNOWN],
  undecided: [DUE, UNKNOWN],
  failed: [{ filter: { state: 'failed', received_at: ANY_DATE }, index: 'failed' }],
};

/** An unknown attempt means that the lead may have arrived. Only the buyer or an operator ends such a lead. */
const WAITING: Filter = {
  ...DUE.filter,
  state: trusted({ $in: ['queued', 'waiting', 'saved'] }),
  'attempts.outcome': trusted({ $ne: 'unknown' }),
};

/** Lists and counts of leads for operators. All of them read an index. */
export function createLeadOverview(connection: Connection): LeadOverview {
  const leads = leadModel(connection);
  return {
    async list(query, order, limit) {
      const direction = order === 'oldest' ? 1 : -1;
      const found = await Promise.all(
        kindFilters(query).map(({ filter, index }) =>
          leads.find(filter).hint(index).sort({ received_at: direction }).limit(limit).lean<Row[]>(),
        ),
      );
      return found
        .flat()
        .map((lead) => toOpened<LeadRecord>(leads, lead, 'shown'))
        .sort((a, b) => direction * (a.received_at.getTime() - b.received_at.getTime()))
        .slice(0, limit);
    },
    async count(query) {
      const counts = await Promise.all(
        kindFilters(query).map(({ filter, index }) => leads.countDocuments(filter).hint(index)),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
    page: pageOfLeads(leads),
    async countWaiting(through) {
      return await leads.countDocuments({ ...WAITING, ...throughFilter(through) }).hint(DUE.index);
    },
    async countSales({ since, until, offer_ids }, most) {
      return await leads
        .countDocuments({
          'intent.at': trusted({ $gte: since, $lt: until }),
          ...{ state: 'accepted', is_test: false },
          ...(offer_ids === undefined ? {} : throughFilter({ offer_ids })),
        })
        .hint('intent')
        .limit(most);
    },
    async *atBuyers(offerIds) {
      const reached = { 'attempts.outcome': trusted({ $in: ['open', 'unknown', 'pending'] }) };
      for (const { filter, index } of IN_INDEXES.undecided) {
        const of = offerIds === undefined ? {} : throughFilter({ offer_ids: offerIds });
        const found = leads
          .find({ ...filter, ...reached, ...of })
          .hint(index)
          .lean<Row[]>()
          .cursor();
        for await (const lead of found) yield toOpened<LeadRecord>(leads, lead, 'shown');
      }
    },
    byReference: byReferenceIn(leads),
    async byIdentity(keys, most) {
      // A server that sorts reads all of them, and a tester may have thousands. So only their places are sorted.
      const newest = async ([path, index]: readonly [string, string]): Promise<Pick<Row, '_id'>[]> =>
        leads
          .find({ [path]: trusted({ $in: [...keys] }) }, { received_at: 1 })
          .hint(index)
          .sort({ received_at: -1, _id: -1 })
          .limit(most)
          .lean<Pick<Row, '_id'>[]>();
      const ids = (await Promise.all(BY_IDENTITY.map(newest))).flat().map(({ _id }) => _id);
      const found = await leads.find({ _id: trusted({ $in: ids }) }, null, inOneBatch(ids)).lean<Row[]>();
      return found
        .map((lead) => toOpened<LeadRecord>(leads, lead, 'shown'))
        .sort(byPosition)
        .slice(0, most);
    },
    async underReview(limit) {
      const found = await leads
        .find(REQUESTED.filter)
        .hint(REQUESTED.index)
        .sort({ request_due_at: 1 })
        .limit(limit)
        .lean<Row[]>();
      return found.map((lead) => toOpened<LeadRecord>(leads, lead, 'shown'));
    },
    async requestsDue(before) {
      const due = { request_due_at: earlierThan(before) };
      const [count, first] = await Promise.all([
        leads.countDocuments(due).hint(REQUESTED.index),
        leads
          .find(due, { request_due_at: 1 })
          .hint(REQUESTED.index)
          .sort({ request_due_at: 1 })
          .limit(1)
          .lean<Pick<Row, '_id' | 'request_due_at'>[]>(),
      ]);
      return { count, first: first[0]?.request_due_at ?? null };
    },
    async backlog(kind) {
      const parts = await Promise.all(
        IN_INDEXES[kind].map(({ filter }) => backlogOf(leads, filter, '$received_at')),
      );
      return togetherOf(parts);
    },
    async oldestDue(now) {
      const oldest = await oldestOf<Due>(
        {
          look: (times, limit) =>
            readByIndex(
              leads
                .find({ due_at: trusted(times) }, { due_at: 1 }, upTo(limit))
                .hint(DUE.index)
                .lean<Due[]>(),
            ),
          at: ({ due_at }) => due_at,
        },
        { from: new Date(0), to: now, length: now.getTime() },
      );
      return oldest?.due_at ?? null;
    },
    async pendingEffects(kinds = EFFECT_KINDS) {
      const asked = { $match: { 'pending_effects.kind': { $in: [...kinds] } } };
      const groups = plain<Backlog & { readonly _id: EffectKind }>(leads).aggregate([
        asked,
        { $project: { pending_effects: 1 } },
        { $unwind: '$pending_effects' },
        asked,
        {
          $group: {
            _id: '$pending_effects.kind',
            count: { $sum: 1 },
            oldest: { $min: '$pending_effects.since' },
          },
        },
      ]);
      const found = new Map(EFFECT_KINDS.map((kind): [EffectKind, Backlog] => [kind, NO_BACKLOG]));
      for await (const { _id, count, oldest } of groups) found.set(_id, { count, oldest });
      return found;
    },
  };
}

const kindFilters = ({ kind, offer_ids, sent_to, before }: LeadQuery): Indexed[] =>
  IN_INDEXES[kind].map(({ filter, index }) => ({
    filter: {
      ...filter,
      ...(offer_ids === undefined ? {} : { offer_id: trusted({ $in: [...offer_ids] }) }),
      ...(sent_to === undefined ? {} : { 'attempts.sent_to.buyer_id': sent_to }),
      ...(before === undefined ? {} : { received_at: earlierThan(before) }),
    },
    index,
  }));

const throughFilter = (through: SoldThrough): Filter =>
  'campaign_id' in through
    ? { campaign_id: through.campaign_id }
    : { offer_id: trusted({ $in: [...through.offer_ids] }) };

async function backlogOf(leads: LeadModel, filter: Filter, time: unknown): Promise<Backlog> {
  const groups = plain<Backlog>(leads).aggregate([
    { $match: filter },
    { $group: { _id: null, count: { $sum: 1 }, oldest: { $min: time } } },
  ]);
  for await (const { count, oldest } of groups) return { count, oldest };
  return NO_BACKLOG;
}
