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
 * What of a direct offer's terms is the same for many people. Nothing in it is of the person: at most it shows which lead
 * fields were not sent.
 */
type SharedTerms = Omit<ResultTerms, 'expires_at' | 'reference' | 'bid_cents'>;

/** What a stored result has in place of shared terms, with what outlives them (`remembered`). */
interface TermsReference extends Pick<
  ResultTerms,
  'expires_at' | 'buyer_id' | 'offer_type' | 'consent_required'
> {
  readonly id: string;
}

/** A result as it is stored. A partner's has its own terms: they are texts from outside, for this person. */
export type ReferringResult = Omit<StoredResult, 'terms'> & { readonly terms: ResultTerms | TermsReference };

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
        const { expires_at, reference, bid_cents: _, ...terms } = result.terms;
        if (reference !== undefined) return result;
        const id = hash('sha256', JSON.stringify(terms), 'base64url').slice(0, ID_LENGTH);
        if (!known.has(id)) unknown.set(id, terms);
        const { buyer_id, offer_type, consent_required } = terms;
        return { ...result, terms: { id, expires_at, buyer_id, offer_type, consent_required } };
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
      for (const { terms } of results) {
        if (!isReference(terms)) continue;
        const near = known.get(terms.id);
        if (near) found.set(terms.id, near);
        else far.add(terms.id);
      }
      const read = far.size === 0 ? [] : await collection.find({ _id: { $in: [...far] } }).toArray();
      for (const { _id, ...terms } of read) {
        remember(_id, terms);
        found.set(_id, terms);
      }
      return results.map((result): StoredResult => {
        const { terms } = result;
        if (!isReference(terms)) return { ...result, terms };
        const shared = found.get(terms.id);
        return shared
          ? { ...result, terms: { ...shared, expires_at: terms.expires_at } }
          : withoutTerms(result, new MissingTerms(terms.id, result.id));
      });
    },
  };
}

/** So a search can still be erased, for which nobody looks at terms. */
const withoutTerms = (result: ReferringResult, fault: MissingTerms): StoredResult =>
  Object.defineProperty({ ...result } as StoredResult, 'terms', {
    enumerable: true,
    get() {
      throw fault;
    },
  });

export const isReference = (terms: ResultTerms | TermsReference): terms is TermsReference => 'id' in terms;
