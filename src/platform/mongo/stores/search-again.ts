import type { Connection, Model } from 'mongoose';
import {
  nextRun,
  remembered,
  RUNS_REMEMBERED,
  termsForgottenBefore,
  type NextRun,
} from '../../../core/search/earlier-runs.js';
import type { SearchAgain, SearchedAgain, SearchStore } from '../../../app/ports/search-store.js';
import type { IdentityKey, SearchRecord } from '../../../core/search/search-record.js';
import { OutageError } from '../../../app/outage.js';
import { earlierThan, keepEntries, toDocument, type Stored, plain } from './documents.js';
import { marksLate } from '../../../core/reports/late-change.js';
import { insertNew } from './duplicate-key.js';
import { NO_LONGER_CLEAR } from '../sealing/seal-person.js';
import { sealMembers } from '../sealing/sealed-records.js';
import { earlierResultModel, type SearchModel, type StoredEarlierResult } from './models.js';
import { isReference, type ReferringResult, type TermsStore } from '../terms/terms-store.js';

type EarlierResults = Model<StoredEarlierResult>;
type Methods = Pick<SearchStore, 'searchAgain' | 'earlierResult' | 'forgetTerms'>;

interface Parts {
  readonly searches: SearchModel;
  readonly terms: TermsStore;
}

/** Tries of one update. Meanwhile, a partner's answer may arrive or another call may run the search again. */
const MAX_TRIES = 10;

/** Results per insert. */
const BATCH = 500;

const BEFORE_IT = {
  ...{ affiliate_id: 1, is_test: 1, created_at: 1, run: 1 },
  ...{ results: 1, earlier: 1, partners: 1, earlier_asks: 1, slots: 1 },
  ...{ identities: 1, all_identities: 1, forgotten: 1 },
};
type Before = Pick<
  Stored<SearchRecord>,
  | '_id'
  | 'affiliate_id'
  | 'is_test'
  | 'created_at'
  | 'run'
  | 'earlier'
  | 'partners'
  | 'earlier_asks'
  | 'slots'
  | 'identities'
  | 'all_identities'
  | 'forgotten'
> & { readonly results: readonly ReferringResult[] };
/** `known`: all identities of its person then. */
type Again = SearchAgain & { readonly known: readonly IdentityKey[] };
type Next = Extract<NextRun<ReferringResult>, { outcome: 'next' }>;

/**
 * Runs a search again, and keeps the results of earlier runs in their own collection. The results are written there
 * before they are removed from the search. The search's update is conditional on what was read from it. So a result
 * is always in at least one of the two collections; it is in both if a process dies in between.
 */
export function searchAgainMethods(connection: Connection, parts: Parts): Methods {
  const earlier = earlierResultModel(connection);
  const { searches, terms } = parts;
  return {
    async searchAgain(id, mine, again, now) {
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        const found = await plain<Before>(searches).findOne({ _id: id }, { projection: BEFORE_IT });
        if (found?.affiliate_id !== mine.affiliate_id || (mine.is_test && !found.is_test))
          return { outcome: 'unknown' };
        if (found.slots.length > 0) return { outcome: 'submitted' };
        if (found.forgotten) return { outcome: 'unknown' };
        if (again.is_test && !found.is_test) return { outcome: 'live' };
        const known = again.mergeIdentities(found);
        if (!known) return { outcome: 'other_person' };
        const next = nextRun(found, now);
        if (next.outcome === 'too_often') return next;
        await keepBeside(earlier, found, next, now);
        const begun = await begin(searches, found, { ...again, known }, next, now);
        if (begun) return begun;
      }
      throw new OutageError('MongoDB', new Error('a search changes all the time'));
    },
    async earlierResult(id, resultId) {
      const found = await plain<StoredEarlierResult>(earlier).findOne({ _id: resultId, search_id: id });
      if (!found) return null;
      const { _id, search_id: _, terms_until: __, ...stored } = found;
      const [result = null] = await terms.resolve([{ id: _id, ...stored } as ReferringResult]);
      return result;
    },
    forgetTerms: (before) => forgetTermsOf(connection, { terms_until: earlierThan(before) }),
  };
}

async function keepBeside(
  earlier: EarlierResults,
  { _id, run }: Before,
  next: Next,
  now: Date,
): Promise<void> {
  const documents = [
    ...next.kept.map((result) => ({
      ...toDocument(result),
      ...(!isReference(result) && { terms_until: result.terms.expires_at }),
    })),
    ...next.remembered.map((result) => toDocument(isReference(result) ? result : remembered(result))),
  ].map((document) => ({ ...document, search_id: _id }));
  // An earlier call that did not finish, or another call at the same time, may have written the same results.
  for (let i = 0; i < documents.length; i += BATCH)
    await insertNew(plain(earlier), documents.slice(i, i + BATCH));
  if (run > RUNS_REMEMBERED)
    await plain(earlier).deleteMany({
      search_id: _id,
      run: { $lte: run - RUNS_REMEMBERED },
      'terms.expires_at': { $lte: termsForgottenBefore(now) },
    });
}

/** Returns undefined if the search has changed since it was read. */
async function begin(
  searches: SearchModel,
  before: Before,
  { entries, known, is_test: _, mergeIdentities: __, ...data }: Again,
  { earlier, earlier_asks }: Next,
  now: Date,
): Promise<SearchedAgain | undefined> {
  const { _id, run, results, created_at } = before;
  const mark = marksLate(created_at, now) ? { unrolled: created_at } : {};
  const next = await plain<Pick<SearchRecord, 'run'>>(searches).findOneAndUpdate(
    {
      _id,
      run,
      results: { $size: results.length },
      'slots.0': { $exists: false },
      forgotten: { $exists: false },
    },
    {
      $set: {
        ...sealMembers(searches, data),
        state: 'new',
        counts_from: now,
        results: [],
        partners: [],
        verdicts: [],
        earlier,
        earlier_asks,
      },
      $unset: { ...NO_LONGER_CLEAR, ...('external_id' in data ? {} : { external_id: 1 }) },
      $inc: { run: 1 },
      $addToSet: { all_identities: { $each: known } },
      $push: { timeline: keepEntries(entries), ...mark },
    },
    { returnDocument: 'after', projection: { run: 1 } },
  );
  return next === null ? undefined : { outcome: 'rerun', run: next.run };
}

/**
 * Leaves of partners' terms in results of earlier runs what `remembered` leaves. Resolves with how many had them. `ended`:
 * they expire then, if they have not before, because nothing can be sold by what is left.
 */
export async function forgetTermsOf(
  connection: Connection,
  which: { readonly search_id?: string; readonly terms_until: object },
  ended?: Date,
): Promise<number> {
  const money = ['payout_cents', 'base_payout_cents', 'base_payout_change', 'bid_cents'];
  const gone = ['school', 'reference', ...money].map((name) => [`terms.${name}`, 1]);
  const empty = { offer_name: '', tcpa_text: null, programs: [], form_fields: [] };
  const forgotten = await plain(earlierResultModel(connection)).updateMany(which, {
    $set: Object.fromEntries(Object.entries(empty).map(([name, value]) => [`terms.${name}`, value])),
    $unset: { terms_until: 1, ...(Object.fromEntries(gone) as Record<string, 1>) },
    ...(ended && { $min: { 'terms.expires_at': ended } }),
  });
  return forgotten.modifiedCount;
}
