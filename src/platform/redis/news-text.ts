import { randomUUID } from 'node:crypto';
import type { AcceptedNews, News, SearchedNews } from '../../app/ports/queues.js';
import type { StoredResult } from '../../core/search/search-record.js';
import { sharedPartOf, termsIdOf, termsSharing, type SharedTerms } from '../../core/search/shared-terms.js';

/**
 * Processes whose ids begin so read news. A former build takes the whole message for the id of the record, or expects
 * the results of a search with all their terms, and puts another prefix before its id. It is told the id alone.
 */
const READS_NEWS = 'told-';
export const newProcessId = (): string => `${READS_NEWS}${randomUUID()}`;

/** Longer news are read from the database, so that a process that stands still does not fill Redis. */
const MAX_NEWS = 262_144;
/** A result with its ids takes more than 64 characters, so more of them are not even put into text. */
const MAX_RESULTS = MAX_NEWS / 64;

/** Terms that this process has seen, by their id (`termsIdOf`). */
export type KnownTerms = (id: string) => SharedTerms | undefined;

/** Results are lists rather than objects, because there may be 1,000 of them. The last two: id of the terms, expiry in ms. */
type ResultText = readonly [id: string, offer: string, priority: number, terms: string, expires: number];
interface SearchedText {
  readonly round: number;
  readonly campaign?: string;
  readonly results: readonly ResultText[];
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

/** Undefined: they must be read. Results that have terms of their own are a partner's. */
function searchedText({ round, results }: SearchedNews): SearchedText | undefined {
  if (results.length > MAX_RESULTS) return undefined;
  const campaign = results[0]?.campaign_id;
  const texts: ResultText[] = [];
  for (const { id, offer_id, campaign_id, round: made, priority, terms } of results) {
    const part = sharedPartOf(terms);
    if (part === undefined || campaign_id !== campaign || made !== round) return undefined;
    texts.push([id, offer_id, priority, termsIdOf(part), terms.expires_at.getTime()]);
  }
  return { round, ...(campaign !== undefined && { campaign }), results: texts };
}

/** What a wake-up says. Without news: undefined; so too if this process has not seen terms to which they refer. */
export function readWakeMessage(
  message: string,
  known: KnownTerms,
): { readonly id: string; readonly news?: News | undefined } {
  const [id = '', text] = message.split('\n');
  if (text === undefined) return { id };
  const told = JSON.parse(text) as SearchedText | AcceptedText;
  return { id, news: 'results' in told ? searchedNews(told, known) : { ...told, at: new Date(told.at) } };
}

function searchedNews(
  { round, campaign = '', results }: SearchedText,
  known: KnownTerms,
): SearchedNews | undefined {
  const read: StoredResult[] = [];
  for (const [id, offer_id, priority, termsId, expires] of results) {
    const part = known(termsId);
    if (part === undefined) return undefined;
    const terms = termsSharing(part, new Date(expires));
    read.push({ id, round, campaign_id: campaign, offer_id, priority, terms });
  }
  return { round, results: read };
}
