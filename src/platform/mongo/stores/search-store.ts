import { randomUUID } from 'node:crypto';
import { trusted, type Connection } from 'mongoose';
import type {
  PartnerOutcome,
  SearchRun,
  SearchStore,
  ShownSearch,
  SubmittedSearch,
} from '../../../app/ports/search-store.js';
import type { SearchRecord } from '../../../core/search/search-record.js';
import type { TimelineEntry } from '../../../core/lead/timeline.js';
import { dueAt, earlierThan, keepEntries, toRecord, type Stored, plain } from './documents.js';
import { toOpened, toOpenedOrNull, toSealed } from '../sealing/sealed-records.js';
import { type SearchModel, searchModel } from './models.js';
import { searchAgainMethods } from './search-again.js';
import { slotMethods } from './slots.js';

type Row = Stored<SearchRecord>;

/** Searches in MongoDB. Every change is one conditional update of one document (docs/protocols.md#states). */
export function createSearchStore(connection: Connection): SearchStore {
  const searches = searchModel(connection);
  return {
    async insert(search) {
      await plain<Row>(searches).insertOne(toSealed(searches, search));
    },
    read: async (id) =>
      toOpenedOrNull<SearchRecord>(searches, await plain<Row>(searches).findOne({ _id: id })),
    readSubmitted: (id, resultId) => readSubmitted(searches, id, resultId),
    async partnersOf(ids) {
      if (ids.length === 0) return new Map();
      const found = await searches
        .find(
          { _id: trusted({ $in: [...new Set(ids)] }) },
          { 'partners.offer_id': 1, 'partners.asked_at': 1 },
        )
        .lean<Pick<Row, '_id' | 'partners'>[]>();
      return new Map(found.map(({ _id, partners }) => [_id, partners]));
    },
    readShown: (id, now) => readShown(searches, id, now),
    byExternalId: (externalId, most) => byExternalId(searches, externalId, most),
    ...searchAgainMethods(connection, searches),
    take: (id, round, now, until) => take(searches, id, round, now, until),
    finishRun: (id, round, runs, run) => finishRun(searches, { _id: id, round, runs, state: 'running' }, run),
    recordPartner: (id, round, offerId, outcome) => recordPartner(searches, { id, round, offerId }, outcome),
    close: (id, round, _now, entry) => close(searches, id, round, entry),
    overdue: (before, limit) => overdue(searches, before, limit),
    ...slotMethods(searches),
  };
}

async function readSubmitted(
  searches: SearchModel,
  id: string,
  resultId: string,
): Promise<SubmittedSearch | null> {
  const projection = {
    ...{ affiliate_id: 1, is_test: 1, round: 1, external_id: 1, forgotten: 1 },
    ...{ lead: 1, tracking: 1, sealed: 1 },
    results: { $elemMatch: { id: resultId } },
  };
  type Found = Stored<SubmittedSearch> & Partial<Pick<SearchRecord, 'results'>>;
  const found = await plain<Found>(searches).findOne({ _id: id }, { projection });
  if (found === null) return null;
  // A search without the result has no list at all then.
  const { results: [result] = [], ...search } = found;
  return toOpened<SubmittedSearch>(searches, { ...search, ...(result && { result }) });
}

/** Filters by run number, because old searches also hold results and partners of earlier runs. */
async function readShown(searches: SearchModel, id: string, now: Date): Promise<ShownSearch | null> {
  const ofNewest = (list: string) => ({
    $filter: { input: `$${list}`, as: 'one', cond: { $eq: ['$$one.round', '$round'] } },
  });
  const projection = {
    ...{
      affiliate_id: 1,
      campaign_id: 1,
      external_id: 1,
      is_test: 1,
      round: 1,
      state: 1,
      closes_at: 1,
      slots: 1,
    },
    results: ofNewest('results'),
    partners: ofNewest('partners'),
  };
  const found = await plain<Stored<ShownSearch>>(searches).findOne({ _id: id }, { projection });
  if (found === null) return null;
  const { results, ...shown } = toRecord<ShownSearch>(found);
  return { ...shown, results: results.filter(({ terms }) => terms.expires_at > now) };
}

async function byExternalId(
  searches: SearchModel,
  external_id: string,
  most: number,
): Promise<SearchRecord[]> {
  const found = await searches.find({ external_id }).sort({ created_at: -1 }).limit(most).lean<Row[]>();
  return found.map((search) => toOpened<SearchRecord>(searches, search, 'shown'));
}

async function take(
  searches: SearchModel,
  id: string,
  round: number,
  now: Date,
  until: Date,
): Promise<SearchRecord | null> {
  const by = randomUUID();
  const runs = { $add: ['$runs', 1] };
  const found = await plain<Row & Taken>(searches).findOneAndUpdate(
    { _id: id, round, $or: [{ state: 'new' }, { state: 'running', due_at: { $lte: now } }] },
    [{ $set: { state: 'running', due_at: until, runs, taken: { by, run: runs } } }],
    { returnDocument: 'after' },
    ({ taken, runs: newest }) => taken?.by === by && taken.run === newest,
  );
  if (found === null) return null;
  const { taken: _, ...search } = found;
  return toOpened<SearchRecord>(searches, search);
}

/** Who took a search last. A take of a former build does not write it but counts in `runs`. */
interface Taken {
  readonly taken?: { readonly by: string; readonly run: number };
}

async function finishRun(
  searches: SearchModel,
  when: { readonly _id: string; readonly round: number; readonly runs: number; readonly state: 'running' },
  run: SearchRun,
): Promise<boolean> {
  const due = dueAt(run.due_at);
  const { state, catalogue_version, verdicts, ruled_out } = run;
  const written = await plain<Row>(searches).updateOne(when, {
    $set: { ...due.set, state, catalogue_version, verdicts, ...(ruled_out && { ruled_out }) },
    ...due.unset,
    $push: {
      results: { $each: [...run.results] },
      partners: { $each: [...run.partners] },
      timeline: keepEntries(run.entries),
    },
  });
  return written.matchedCount === 1;
}

interface Asked {
  readonly id: string;
  readonly round: number;
  readonly offerId: string;
}

/**
 * Adds an answer's results only while the search is open. So a client that saw the search done has seen every result.
 */
async function recordPartner(
  searches: SearchModel,
  asked: Asked,
  outcome: PartnerOutcome,
): Promise<SearchRecord | null> {
  if (outcome.state !== 'answered') return writePartner(searches, asked, outcome, {});
  return (
    (await writePartner(searches, asked, outcome, { state: 'asking' })) ??
    (await writePartner(searches, asked, { ...outcome, state: 'late', results: [] }, { state: 'done' }))
  );
}

async function writePartner(
  searches: SearchModel,
  { id, round, offerId }: Asked,
  { state, at, detail, results, entries }: PartnerOutcome,
  open: { readonly state?: 'asking' | 'done' },
): Promise<SearchRecord | null> {
  const partner = { offer_id: offerId, round, state: 'asked' };
  const after = await searches
    .findOneAndUpdate(
      { _id: id, round, ...open, partners: trusted({ $elemMatch: partner }) },
      {
        $set: {
          'partners.$.state': state,
          'partners.$.answered_at': at,
          ...(detail === undefined ? {} : { 'partners.$.detail': detail }),
        },
        $push: { results: { $each: [...results] }, timeline: keepEntries(entries) },
      },
      { returnDocument: 'after' },
    )
    .lean<Stored<SearchRecord>>();
  return toOpenedOrNull<SearchRecord>(searches, after);
}

async function close(
  searches: SearchModel,
  id: string,
  round: number,
  entry: TimelineEntry,
): Promise<boolean> {
  const closed = await searches.updateOne(
    { _id: id, round, state: trusted({ $ne: 'done' }) },
    { $set: { state: 'done' }, $unset: { due_at: 1 }, $push: { timeline: keepEntries([entry]) } },
  );
  return closed.matchedCount === 1;
}

async function overdue(
  searches: SearchModel,
  before: Date,
  limit: number,
): ReturnType<SearchStore['overdue']> {
  const found = await searches
    .find({ due_at: earlierThan(before) }, { round: 1, state: 1, closes_at: 1, due_at: 1 })
    .sort({ due_at: 1 })
    .limit(limit)
    .lean<Stored<Pick<SearchRecord, 'id' | 'round' | 'state' | 'closes_at' | 'due_at'>>[]>();
  return found.map((search) => toRecord(search));
}
