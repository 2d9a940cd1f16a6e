import { formatDuration } from '../../core/catalogue/duration.js';
import type { CatalogueDocument } from '../../core/catalogue/document.js';
import { retentionOf, type RetentionClass } from '../../core/retention/retention.js';

/** The terms by which searches lose their person, and with it their results: `sold_leads` once a lead of theirs was sold. */
const OF_SEARCHES: readonly RetentionClass[] = ['searches', 'sold_leads'];

/**
 * Warns of terms under which results go before they expire, as the version would have them: a submit of such a result is
 * answered as if it had never been shown.
 */
export function resultTtlWarnings(after: Pick<CatalogueDocument, 'offers' | 'retention'>): string[] {
  const terms = retentionOf(after);
  const offers = after.offers.filter(({ status }) => status !== 'retired');
  return OF_SEARCHES.flatMap((name) => {
    const longer = offers.filter(({ result_ttl_ms }) => result_ttl_ms > terms[name]);
    const [longest] = longer.toSorted((a, b) => b.result_ttl_ms - a.result_ttl_ms);
    if (!longest) return [];
    const term = formatDuration(terms[name]);
    const more = longer.length - 1;
    const others =
      more === 0 ? '' : `, and those of ${more} more ${more === 1 ? 'offer' : 'offers'} for over ${term}`;
    return (
      `${name} would be kept for ${term}, but results of ${longest.handle} are shown as valid for ` +
      `${formatDuration(longest.result_ttl_ms)}${others}: a submit is answered 404 once the search was removed`
    );
  });
}
