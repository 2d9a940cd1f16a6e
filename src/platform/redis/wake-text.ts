import { randomUUID } from 'node:crypto';
import type { AcceptedNews, News, SearchedNews } from '../../app/ports/queues.js';
import type { OfferList } from '../../core/search/offer-list.js';
import { packResults, unpackResults, type PackedResults } from '../../core/search/packed-results.js';
import type { StoredResult } from '../../core/search/search-record.js';
import { termsSharing, type SharedTerms } from '../../core/search/shared-terms.js';

/**
 * Processes whose ids begin so read news. A former build takes the whole message for the id of the record, or expects
 * the results of a search in another form, and puts another prefix before its id. It is told the id alone.
 */
const READS_NEWS = 'reads-';
export const newProcessId = (): string => `${READS_NEWS}${randomUUID()}`;

/** Longer news are read from the database, so that a process that stands still does not fill Redis. */
const MAX_NEWS = 262_144;
/** A result takes more than the 36 characters of its offer's id, so more of them are not even put into text. */
const MAX_RESULTS = MAX_NEWS / 36;

/** Terms and lists of offers that this process has seen, by their ids. */
export interface KnownTerms {
  readonly terms: (id: string) => SharedTerms | undefined;
  readonly list: (id: string) => OfferList | undefined;
}

/** Without `results`, nothing was found. */
interface SearchedText {
  readonly round: number;
  readonly searched: { readonly campaign?: string; readonly results?: PackedResults };
}
type AcceptedText = Omit<AcceptedNews, 'at'> & { readonly at: string };

/** The message of a wake-up: the id of the record, and news in a second line if the process reads them. */
export function wakeMessage(replyTo: string, id: string, news: News | undefined): string {
  if (!news || !replyTo.startsWith(READS_NEWS)) return id;
  const told = 'results' in news ? searchedText(news) : news;
  if (told === undefined) return id;
  const text = JSON.stringify(told);
  return text.length > MAX_NEWS ? id : `${id}\n${text}`;
}

/** Undefined: they must be read. */
function searchedText({ round, results, list }: SearchedNews): SearchedText | undefined {
  const [one] = results;
  if (!one) return { round, searched: {} };
  if (results.length > MAX_RESULTS || one.round !== round) return undefined;
  const packed = packResults(results, list);
  return packed && { round, searched: { campaign: one.campaign_id, results: packed } };
}

/** What a wake-up says. Without news: undefined; so too if this process has not seen what they refer to. */
export function readWakeMessage(
  message: string,
  known: KnownTerms,
): { readonly id: string; readonly news?: News | undefined } {
  const [id = '', text] = message.split('\n');
  if (text === undefined) return { id };
  const told = JSON.parse(text) as SearchedText | AcceptedText;
  return { id, news: 'searched' in told ? searchedNews(told, known) : { ...told, at: new Date(told.at) } };
}

function searchedNews({ round, searched }: SearchedText, known: KnownTerms): SearchedNews | undefined {
  const { campaign: campaign_id = '', results } = searched;
  if (!results) return { round, results: [] };
  const list = 'list' in results ? known.list(results.list) : undefined;
  if ('list' in results && !list) return undefined;
  const read: StoredResult[] = [];
  for (const { id, offer_id, priority, terms_id, expires_at } of unpackResults(results, list)) {
    const part = known.terms(terms_id);
    if (part === undefined) return undefined;
    read.push({ id, round, campaign_id, offer_id, priority, terms: termsSharing(part, expires_at) });
  }
  return { round, results: read };
}
