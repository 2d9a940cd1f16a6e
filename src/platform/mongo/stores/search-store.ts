import { trusted, type Connection } from 'mongoose';
import type {
  PartnerOutcome,
  SearchRun,
  SearchStore,
  ShownSearch,
  SubmittedSearch,
} from '../../../app/ports/search-store.js';
import { lateEntry } from '../../../core/search/search-entry.js';
import type { SearchRecord } from '../../../core/search/search-record.js';
import type { TimelineEntry } from '../../../core/lead/timeline.js';
import { dueAt, earlierThan, keepEntries, toRecord, type Stored, plain, upTo } from './documents.js';
import { toOpened, toSealed } from '../sealing/sealed-records.js';
import type { Opening } from '../sealing/seal-person.js';
import { createTermsStore, type ReferringResult, type TermsStore } from '../terms/terms-store.js';
import { type SearchModel, searchModel } from './models.js';
import { searchAgainMethods } from './search-again.js';
import { slotMethods } from './slots.js';

/** A search as it is stored: results refer to terms that they share. */
export type StoredSearch = Omit<Stored<SearchRecord>, 'results'> & {
  readonly results: readonly ReferringResult[];
};

interface Parts {
  readonly searches: SearchModel;
  readonly terms: TermsStore;
}

/** Which partners were asked, in any run. */
const ASKS = {
  ...{ 'partners.offer_id': 1, 'partners.run': 1, 'partners.asked_at': 1, 'partners.unsent': 1 },
  earlier_asks: 1,
};

/** The record of a stored search, whose results have their terms. */
export async function toSearch(
  { searches, terms }: Parts,
  found: StoredSearch,
  how?: Opening,
): Promise<SearchRecord> {
  return toOpened<SearchRecord>(searches, { ...found, results: await terms.resolve(found.results) }, how);
}

/** Searches in MongoDB. Every change is one conditional update of one document (docs/mechanisms.md#states). */
export function createSearchStore(connection: Connection): SearchStore {
  const searches = searchModel(connection);
  const parts: Parts = { searches, terms: createTermsStore(connection) };
  return {
    async insert(search) {
      await plain<StoredSearch>(searches).insertOne(toSealed(searches, search));
    },
    read: async (id, how) =>
      toSearchOrNull(parts, await plain<StoredSearch>(searches).findOne({ _id: id }), how),
    readSubmitted: (id, resultId) => readSubmitted(parts, id, resultId),
    async partnersOf(ids) {
      if (ids.length === 0) return new Map();
      const found = await searches
        .find({ _id: trusted({ $in: [...new Set(ids)] }) }, ASKS)
        .lean<Pick<StoredSearch, '_id' | 'partners' | 'earlier_asks'>[]>();
      return new Map(
        found.map(({ _id, partners, earlier_asks = [] }) => [_id, [...earlier_asks, ...partners]]),
      );
    },
    readShown: (id, now) => readShown(parts, id, now),
    byExternalId: (externalId, most) => byExternalId(parts, externalId, most),
    ...searchAgainMethods(connection, parts),
    finishRun: (id, runNumber, run) => finishRun(parts, { _id: id, run: runNumber, state: 'new' }, run),
    recordPartner: (id, run, offerId, outcome, now) =>
      recordPartner(parts, { id, run, offerId }, outcome, now),
    close: (id, run, _now, entry) => close(searches, id, run, entry),
    overdue: (before, limit) => overdue(searches, before, limit),
    ...slotMethods(searches),
  };
}

const toSearchOrNull = async (
  parts: Parts,
  found: StoredSearch | null,
  how?: Opening,
): Promise<SearchRecord | null> => (found === null ? null : toSearch(parts, found, how));

async function readSubmitted(
  { searches, terms }: Parts,
  id: string,
  resultId: string,
): Promise<SubmittedSearch | null> {
  const projection = {
    ...{ affiliate_id: 1, is_test: 1, run: 1, external_id: 1, forgotten: 1 },
    ...{ lead: 1, tracking: 1, sealed: 1, results: 1 },
  };
  type Found = Stored<SubmittedSearch> & Pick<StoredSearch, 'results'>;
  const found = await plain<Found>(searches).findOne({ _id: id }, { projection });
  if (found === null) return null;
  const { results, ...search } = found;
  const [result] = await terms.resolve(results.filter((one) => one.id === resultId));
  return toOpened<SubmittedSearch>(searches, { ...search, ...(result && { result }) });
}

/** The results and partners of the newest run. */
async function readShown({ searches, terms }: Parts, id: string, now: Date): Promise<ShownSearch | null> {
  const projection = {
    ...{ affiliate_id: 1, campaign_id: 1, external_id: 1, is_test: 1, run: 1 },
    ...{ state: 1, closes_at: 1, slots: 1, results: 1, partners: 1 },
  };
  type Found = Omit<Stored<ShownSearch>, 'results'> & Pick<StoredSearch, 'results'>;
  const found = await plain<Found>(searches).findOne({ _id: id }, { projection });
  if (found === null) return null;
  const ofNewest = ({ run }: { readonly run: number }) => run === found.run;
  const shown = found.results.filter((result) => ofNewest(result) && result.terms.expires_at > now);
  const results = await terms.resolve(shown);
  return toRecord<ShownSearch>({ ...found, results, partners: found.partners.filter(ofNewest) });
}

async function byExternalId(parts: Parts, external_id: string, most: number): Promise<SearchRecord[]> {
  const { searches } = parts;
  const sorted = searches.find({ external_id }).sort({ created_at: -1 }).limit(most);
  const found = await sorted.lean<StoredSearch[]>();
  return Promise.all(found.map((search) => toSearch(parts, search, 'shown')));
}

async function finishRun(
  { searches, terms }: Parts,
  of: { readonly _id: string; readonly run: number; readonly state: 'new' },
  run: SearchRun,
): Promise<boolean> {
  const due = dueAt(run.due_at);
  const { state, catalogue_version, verdicts, ruled_out } = run;
  const results = await terms.refer(run.results);
  const written = await plain<StoredSearch>(searches).updateOne(of, {
    $set: { ...due.set, state, catalogue_version, verdicts, ...(ruled_out && { ruled_out }) },
    ...due.unset,
    $push: {
      results: { $each: results },
      partners: { $each: [...run.partners] },
      timeline: keepEntries(run.entries),
    },
  });
  return written.matchedCount === 1;
}

interface Asked {
  readonly id: string;
  readonly run: number;
  readonly offerId: string;
}

/**
 * Adds an answer's results only while the search is open and has its person. A search is over by the clock before the
 * sweeper closes it. So a client that saw the search done has seen every result, and a partner's words about a person do not come back.
 */
async function recordPartner(
  parts: Parts,
  asked: Asked,
  outcome: PartnerOutcome,
  now: Date,
): Promise<SearchRecord | null> {
  const after = await recordOnce(parts, asked, outcome, now);
  if (after === null && outcome.asked_at) await takeBackUnsent(parts, asked, outcome.asked_at);
  return after;
}

/** Another run of the job was faster, and wrote that nothing was sent. That run could not know of this one. */
async function takeBackUnsent(
  { searches }: Parts,
  { id, offerId, run }: Asked,
  asked_at: Date,
): Promise<void> {
  const partner = { offer_id: offerId, run, unsent: true };
  await searches.updateOne(
    { _id: id, partners: trusted({ $elemMatch: partner }) },
    { $set: { 'partners.$.asked_at': asked_at }, $unset: { 'partners.$.unsent': 1 } },
  );
}

async function recordOnce(
  parts: Parts,
  asked: Asked,
  outcome: PartnerOutcome,
  now: Date,
): Promise<SearchRecord | null> {
  if (outcome.state !== 'answered') return writePartner(parts, asked, outcome, {});
  const isForgotten = ($exists: boolean) => ({ forgotten: trusted({ $exists }) });
  const open = { state: 'asking', closes_at: trusted({ $gt: now }), ...isForgotten(false) };
  const closed = { $or: [{ state: 'done' }, { closes_at: trusted({ $lte: now }) }, isForgotten(true)] };
  const late = { ...outcome, state: 'late', results: [], entries: outcome.entries.map(lateEntry) } as const;
  return (
    (await writePartner(parts, asked, outcome, open)) ?? (await writePartner(parts, asked, late, closed))
  );
}

/**
 * A partner's results have texts from outside, which may name somebody: they stay in the search, and lose them with its
 * person.
 */
async function writePartner(
  parts: Parts,
  { id, run, offerId }: Asked,
  { state, at, asked_at, unsent, detail, results, entries }: PartnerOutcome,
  open: object,
): Promise<SearchRecord | null> {
  const partner = { offer_id: offerId, run, state: 'asked' };
  const after = await parts.searches
    .findOneAndUpdate(
      { _id: id, run, ...open, partners: trusted({ $elemMatch: partner }) },
      {
        $set: {
          'partners.$.state': state,
          'partners.$.answered_at': at,
          ...(asked_at && { 'partners.$.asked_at': asked_at }),
          ...(unsent && { 'partners.$.unsent': unsent }),
          ...(detail === undefined ? {} : { 'partners.$.detail': detail }),
        },
        $push: { results: { $each: [...results] }, timeline: keepEntries(entries) },
      },
      { returnDocument: 'after' },
    )
    .lean<StoredSearch>();
  return toSearchOrNull(parts, after);
}

async function close(searches: SearchModel, id: string, run: number, entry: TimelineEntry): Promise<boolean> {
  const closed = await searches.updateOne(
    { _id: id, run, state: trusted({ $ne: 'done' }) },
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
    .find({ due_at: earlierThan(before) }, { run: 1, state: 1, closes_at: 1, due_at: 1 }, upTo(limit))
    .sort({ due_at: 1 })
    .lean<Stored<Pick<SearchRecord, 'id' | 'run' | 'state' | 'closes_at' | 'due_at'>>[]>();
  return found.map((search) => toRecord(search));
}
