import { canonicalForm } from '../audit/canonical-form.js';
import { contentId } from './content-id.js';
import type { ResultTerms } from './search-record.js';

/**
 * What of a direct offer's terms is the same for many people. It is made once and never changed, so it may be stored
 * once, and what is computed from it may be kept. Nothing in it is of the person: at most it shows which lead fields
 * were not sent.
 */
export type SharedTerms = Omit<ResultTerms, 'expires_at' | 'reference' | 'bid_cents'>;

const shared = new WeakMap<ResultTerms, SharedTerms>();

/** The terms that were made last of each part. Results of one second expire together, so many are the same object. */
const newest = new WeakMap<SharedTerms, ResultTerms>();

/** Terms that hold until `expires_at`, and share the rest with other results. */
export function termsSharing(part: SharedTerms, expires_at: Date): ResultTerms {
  const last = newest.get(part);
  if (last?.expires_at.getTime() === expires_at.getTime()) return last;
  const terms = { ...part, expires_at };
  shared.set(terms, part);
  newest.set(part, terms);
  return terms;
}

/** What these terms share. Undefined: they are the result's own, as those of a partner's result are. */
export const sharedPartOf = (terms: ResultTerms): SharedTerms | undefined => shared.get(terms);

const ids = new WeakMap<SharedTerms, string>();

/** The name of these terms: a hash of their content, so equal terms have one name in every process and version. */
export function termsIdOf(part: SharedTerms): string {
  const known = ids.get(part);
  if (known !== undefined) return known;
  const id = contentId(canonicalForm(part));
  ids.set(part, id);
  return id;
}
