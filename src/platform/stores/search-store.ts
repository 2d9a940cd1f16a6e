import { trusted, type Connection, type Model } from 'mongoose';
import type { PartnerOutcome, SearchAgain, SearchRun, SearchStore } from '../../core/ports/search-store.js';
import type { SearchRecord } from '../../core/records/search-record.js';
import type { TimelineEntry } from '../../core/records/timeline.js';
import {
  dueAt,
  earlierThan,
  keepEntries,
  toDocument,
  toRecord,
  toRecordOrNull,
  type Stored,
} from './documents.js';
import { searchModel } from './models.js';
import { plain } from './plain-collection.js';
import { slotMethods } from './slots.js';

type Row = Stored<SearchRecord>;
type Searches = Model<Row>;

/** Searches in MongoDB: every change is one conditional update of one document (docs: protocols). */
export function createSearchStore(connection: Connection): SearchStore {
  const searches = searchModel(connection);
  return {
    async insert(search) {
      await plain<Row>(searches).insertOne(toDocument(search));
    },
    read: async (id) => toRecordOrNull<SearchRecord>(await plain<Row>(searches).findOne({ _id: id })),
    searchAgain: (id, affiliateId, again) => searchAgain(searches, id, affiliateId, again),
    take: (id, round, now, until) => take(searches, id, round, now, until),
    finishRun: (id, round, runs, run) => finishRun(searches, { _id: id, round, runs, state: 'running' }, run),
    recordPartner: (id, round, offerId, outcome) => recordPartner(searches, { id, round, offerId }, outcome),
    close: (id, round, _now, entry) => close(searches, id, round, entry),
    overdue: (before, limit) => overdue(searches, before, limit),
    ...slotMethods(searches),
  };
}

async function searchAgain(
  searches: Searches,
  id: string,
  affiliateId: string,
  again: SearchAgain,
): ReturnType<SearchStore['searchAgain']> {
  const { entries, ...data } = again;
  const mine = { _id: id, affiliate_id: affiliateId };
  const next = await searches
    .findOneAndUpdate(
      { ...mine, 'slots.0': trusted({ $exists: false }) },
      {
        $set: { ...data, state: 'new', runs: 0 },
        $inc: { round: 1 },
        $push: { timeline: keepEntries(entries) },
      },
      { returnDocument: 'after', projection: { round: 1 } },
    )
    .lean<Pick<SearchRecord, 'round'>>();
  if (next) return { outcome: 'rerun', round: next.round };
  return { outcome: (await searches.exists(mine)) ? 'submitted' : 'unknown' };
}

async function take(
  searches: Searches,
  id: string,
  round: number,
  now: Date,
  until: Date,
): Promise<SearchRecord | null> {
  const taken = await plain<Row>(searches).findOneAndUpdate(
    { _id: id, round, $or: [{ state: 'new' }, { state: 'running', due_at: { $lte: now } }] },
    { $set: { state: 'running', due_at: until }, $inc: { runs: 1 } },
    { returnDocument: 'after' },
  );
  return toRecordOrNull<SearchRecord>(taken);
}

async function finishRun(
  searches: Searches,
  when: { readonly _id: string; readonly round: number; readonly runs: number; readonly state: 'running' },
  run: SearchRun,
): Promise<boolean> {
  const due = dueAt(run.due_at);
  const { state, catalogue_version, verdicts } = run;
  const written = await plain<Row>(searches).updateOne(when, {
    $set: { ...due.set, state, catalogue_version, verdicts },
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

/** An answer enters the list only while the search is open: a client that saw it done has seen everything. */
async function recordPartner(
  searches: Searches,
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
  searches: Searches,
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
  return toRecordOrNull<SearchRecord>(after);
}

async function close(searches: Searches, id: string, round: number, entry: TimelineEntry): Promise<boolean> {
  const closed = await searches.updateOne(
    { _id: id, round, state: trusted({ $ne: 'done' }) },
    { $set: { state: 'done' }, $unset: { due_at: 1 }, $push: { timeline: keepEntries([entry]) } },
  );
  return closed.matchedCount === 1;
}

async function overdue(searches: Searches, before: Date, limit: number): ReturnType<SearchStore['overdue']> {
  const found = await searches
    .find({ due_at: earlierThan(before) }, { round: 1, state: 1, closes_at: 1, due_at: 1 })
    .sort({ due_at: 1 })
    .limit(limit)
    .lean<Stored<Pick<SearchRecord, 'id' | 'round' | 'state' | 'closes_at' | 'due_at'>>[]>();
  return found.map((search) => toRecord(search));
}
