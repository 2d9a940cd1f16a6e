import { hash } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { ResultTerms, StoredResult } from '../../../core/search/search-record.js';
import { plain } from '../stores/documents.js';
import { insertNew } from '../stores/duplicate-key.js';
import { retryConflicts } from '../stores/retry-conflicts.js';

/** Terms that a process remembers, of about 1.5 KB each. When there are more, it forgets all and reads them again. */
const MAX_KNOWN = 10_000;
const ID_LENGTH = 32;

/**
 * What of a direct offer's result is the same for many people. Nothing in it is of the person: at most it shows which
 * lead fields were not sent.
 */
type SharedTerms = Omit<ResultTerms, 'expires_at' | 'reference' | 'bid_cents'> &
  Pick<StoredResult, 'campaign_id' | 'priority'>;

/** A direct offer's result as it is stored. */
interface DirectResult extends Pick<StoredResult, 'id' | 'run' | 'offer_id'> {
  readonly terms: Pick<ResultTerms, 'expires_at'> & { readonly id: string };
}

/** A result as it is stored. A partner's has its own terms: they are texts from outside, for this person. */
export type ReferringResult = StoredResult | DirectResult;

/** The terms of a result are not where it says. Somebody deleted them, or restored a backup of another moment. */
export class MissingTerms extends Error {
  override readonly name = 'MissingTerms';
  constructor(id: string, result: string) {
    super(`result_terms has no ${id}, to which the result ${result} refers`);
  }
}

/** Exchanges the terms that results share for references, and back (ADR 85). */
export interface TermsStore {
  /** The results as they are stored. Their terms are stored for a majority then. */
  refer(results: readonly StoredResult[]): Promise<readonly ReferringResult[]>;
  /** The results with their terms. Terms that are missing throw MissingTerms when they are looked at. */
  resolve(results: readonly ReferringResult[]): Promise<readonly StoredResult[]>;
}

/** Terms are stored under a hash of their content and never changed or deleted, so what a process remembers stays true. */
export function createTermsStore(connection: Connection, mostKnown = MAX_KNOWN): TermsStore {
  const collection = plain<SharedTerms & { readonly _id: string }>({
    collection: connection.collection('result_terms'),
  });
  const known = new Map<string, SharedTerms>();
  const remember = (id: string, terms: SharedTerms): void => {
    if (known.size >= mostKnown) known.clear();
    known.set(id, terms);
  };

  return {
    async refer(results) {
      const unknown = new Map<string, SharedTerms>();
      const referring = results.map((result): ReferringResult => {
        const { expires_at, reference, bid_cents: _, ...rest } = result.terms;
        if (reference !== undefined) return result;
        const { campaign_id, priority, run, offer_id } = result;
        const terms = { ...rest, campaign_id, priority };
        const id = hash('sha256', JSON.stringify(terms), 'base64url').slice(0, ID_LENGTH);
        if (!known.has(id)) unknown.set(id, terms);
        return { id: result.id, run, offer_id, terms: { id, expires_at } };
      });
      // In the order of ids, so that two on FerretDB, where a command is a transaction, do not wait for each other.
      const documents = [...unknown].sort(([a], [b]) => (a < b ? -1 : 1));
      await retryConflicts(() =>
        insertNew(
          collection,
          documents.map(([_id, terms]) => ({ _id, ...terms })),
        ),
      );
      for (const [id, terms] of documents) remember(id, terms);
      return referring;
    },
    async resolve(results) {
      const found = new Map<string, SharedTerms>();
      const far = new Set<string>();
      for (const result of results) {
        if (!isReference(result)) continue;
        const { id } = result.terms;
        const near = known.get(id);
        if (near) found.set(id, near);
        else far.add(id);
      }
      const read = far.size === 0 ? [] : await collection.find({ _id: { $in: [...far] } }).toArray();
      for (const { _id, ...terms } of read) {
        remember(_id, terms);
        found.set(_id, terms);
      }
      return results.map((result): StoredResult => {
        if (!isReference(result)) return result;
        const { id, expires_at } = result.terms;
        const shared = found.get(id);
        if (!shared) return withoutTerms(result, new MissingTerms(id, result.id));
        const { campaign_id, priority, ...terms } = shared;
        return { ...result, campaign_id, priority, terms: { ...terms, expires_at } };
      });
    },
  };
}

/** So a search can still be erased, for which nobody looks at terms. */
const withoutTerms = (result: DirectResult, fault: MissingTerms): StoredResult => {
  const missing = {
    enumerable: true,
    get() {
      throw fault;
    },
  };
  return Object.defineProperties({ ...result } as unknown as StoredResult, {
    ...{ campaign_id: missing, priority: missing, terms: missing },
  });
};

export const isReference = (result: ReferringResult): result is DirectResult => 'id' in result.terms;
