import type { Connection } from 'mongoose';
import {
  sharedPartOf,
  termsIdOf,
  termsSharing,
  type SharedTerms,
} from '../../../core/search/shared-terms.js';
import type { NamedList, OfferList } from '../../../core/search/offer-list.js';
import type { ResultTerms, StoredResult } from '../../../core/search/search-record.js';
import { createOnceStored, type OnceStored } from './once-stored.js';

/** Characters of terms that a process keeps, as JSON: about 10,000 offers. */
const MAX_KEPT = 16 * 2 ** 20;

/** What a stored result has in place of terms that it shares. A result of an earlier run has three members beside it. */
interface TermsReference
  extends
    Pick<ResultTerms, 'expires_at'>,
    Partial<Pick<ResultTerms, 'buyer_id' | 'offer_type' | 'consent_required'>> {
  readonly id: string;
}

/** A result as it is stored. A partner's has its own terms. */
export type ReferringResult = Omit<StoredResult, 'terms'> & { readonly terms: ResultTerms | TermsReference };

/** The terms of a result, or its list, are not where it says. Somebody deleted them, or restored a backup of another moment. */
export class MissingTerms extends Error {
  override readonly name = 'MissingTerms';
  constructor(id: string, result: string) {
    super(`result_terms and result_lists have no ${id}, to which the result ${result} refers`);
  }
}

/** Exchanges the terms that results share for references, and back (ADR 85). */
export interface TermsStore {
  /** Stores terms that these results share and that are not known to be stored, and the list to which they may refer. */
  keep(results: readonly StoredResult[], list?: NamedList): Promise<void>;
  /** The results as they are stored one by one. Stores their terms first. */
  refer(results: readonly StoredResult[]): Promise<readonly ReferringResult[]>;
  /** The results with their terms. Terms that are missing throw MissingTerms when they are looked at. */
  resolve(results: readonly ReferringResult[]): Promise<readonly StoredResult[]>;
  /** The terms with this id, if this process has seen that they are stored. */
  known(id: string): SharedTerms | undefined;
  /** The lists to which results of many offers refer (ADR 85). */
  readonly lists: OnceStored<OfferList>;
}

const stores = new WeakMap<Connection, TermsStore>();

/** The store of this connection. */
export function termsStoreOf(connection: Connection, most = MAX_KEPT): TermsStore {
  const known = stores.get(connection);
  if (known) return known;
  const made = createTermsStore(connection, most);
  stores.set(connection, made);
  return made;
}

/** `most`: characters of terms that are kept, as JSON, and of lists. */
export function createTermsStore(connection: Connection, most: number): TermsStore {
  const stored = createOnceStored<SharedTerms>(connection, 'result_terms', most);
  const lists = createOnceStored<OfferList>(connection, 'result_lists', most);

  async function keep(results: readonly StoredResult[], list?: NamedList): Promise<void> {
    const unknown = new Map<string, SharedTerms>();
    for (const { terms } of results) {
      const part = sharedPartOf(terms);
      if (part === undefined) continue;
      const id = termsIdOf(part);
      if (stored.known(id) === undefined) unknown.set(id, part);
    }
    await stored.keep(unknown);
    if (list) await lists.keep(new Map([[list.id, list.list]]));
  }

  return {
    keep,
    async refer(results) {
      await keep(results);
      return results.map((result): ReferringResult => {
        const part = sharedPartOf(result.terms);
        if (part === undefined) return result;
        return { ...result, terms: { id: termsIdOf(part), expires_at: result.terms.expires_at } };
      });
    },
    async resolve(results) {
      const ids = results.flatMap(({ terms }) => (isReference(terms) ? terms.id : []));
      const found = await stored.read(new Set(ids));
      return results.map((result) => {
        const { terms } = result;
        if (!isReference(terms)) return { ...result, terms };
        const part = found.get(terms.id);
        return part
          ? { ...result, terms: termsSharing(part, terms.expires_at) }
          : withoutTerms(result, new MissingTerms(terms.id, result.id));
      });
    },
    known: (id) => stored.known(id),
    lists,
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
