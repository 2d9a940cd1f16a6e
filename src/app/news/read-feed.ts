import { readCursor, writeCursor, type CursorFault, type FeedPosition } from '../../core/feed/feed-cursor.js';
import { hexOf } from '../../core/lead/key-level.js';
import type { LeadNews } from '../../core/news/lead-news.js';
import type { Caller } from '../affiliate-ownership.js';
import type { FeedQuery, NewsFeed, OrderedNews } from '../ports/news-feed.js';
import type { WebPorts } from '../ports/web-ports.js';
import { RequestRefused } from '../request-refused.js';

export interface FeedFilter {
  readonly status?: LeadNews['status'];
  readonly subid?: string;
  readonly external_id?: string;
}

export interface FeedRequest {
  readonly since?: string;
  readonly limit: number;
  readonly filter: FeedFilter;
}

export interface FeedPage {
  readonly news: readonly OrderedNews[];
  readonly next_cursor: string;
  readonly has_more: boolean;
  /** Null: there is more, or nothing is known yet. */
  readonly complete_until: Date | null;
}

/** With a filter, one page looks at this many entries at most. */
const LOOKED_AT = 1_000;
/**
 * A page ends after the entry that reaches this size. Subids have no maximum, and a `web` that held 1,000 entries of
 * 120 KB for each of twenty calls would have no memory left.
 */
const LOOKED_AT_BYTES = 1_048_576;
/** A cursor at an entry older than this moves on, long before the entry expires. */
const STANDS_MS = 30 * 86_400_000;

/**
 * Reads the changes of the caller's leads after a cursor: those of live leads, or with a test key those of test leads.
 * Throws RequestRefused for a cursor that does not lead on, or an outage.
 */
export async function readFeed(
  { feed, identities, clock }: Pick<WebPorts, 'feed' | 'identities' | 'clock'>,
  { affiliate_id, is_test }: Caller,
  { since, limit, filter }: FeedRequest,
): Promise<FeedPage> {
  const environment = is_test ? 'test' : 'live';
  const sign = (text: string): string => hexOf(identities.keyedHash(text));
  const signed = (text: string): string[] => identities.hashesToFind(text).map(hexOf);
  const start = { affiliate_id, environment, position: 0, mark: '' } as const;
  const place = since === undefined ? start : readCursor(since, { affiliate_id, environment }, signed);
  if (typeof place === 'string') throw cursorRefused(place);
  const head = await feed.head();
  const stoodOn = await requireSameFeed(feed, place, head.last, signed);
  const query = { affiliate_id, environment, after: place.position, up_to: head.last } as const;
  const { news, last, has_more } = await lookThrough(feed, query, { limit, filter });
  const isOld = stoodOn !== undefined && clock().getTime() - stoodOn.ordered_at.getTime() > STANDS_MS;
  const moved = !last && isOld ? await atHead(feed, head.last, sign) : undefined;
  const next = last ? { position: last.position, mark: markOf(last) } : (moved ?? place);
  return {
    ...{ news, has_more, next_cursor: writeCursor({ ...start, ...next }, sign) },
    complete_until: has_more ? null : (head.complete_until ?? null),
  };
}

type Page = Pick<FeedPage, 'news' | 'has_more'> & { readonly last?: OrderedNews };

/** Holds only what matches. `last`: the entry up to which it looked. */
async function lookThrough(
  feed: Pick<NewsFeed, 'read'>,
  query: FeedQuery,
  { limit, filter }: Pick<FeedRequest, 'limit' | 'filter'>,
): Promise<Page> {
  const size = Object.keys(filter).length === 0 ? limit : LOOKED_AT;
  const news: OrderedNews[] = [];
  let last: OrderedNews | undefined;
  let [looked, bytes] = [0, 0];
  for await (const one of feed.read(query, size + 1)) {
    const doesMatch = matches(one, filter);
    const isFull = looked === size || bytes >= LOOKED_AT_BYTES || (doesMatch && news.length === limit);
    if (isFull) return { news, has_more: true, ...(last && { last }) };
    if (doesMatch) news.push(one);
    looked += 1;
    bytes += Buffer.byteLength(JSON.stringify(one));
    last = one;
  }
  return { news, has_more: false, ...(last && { last }) };
}

/** A position alone does not tell whether the database was restored to an earlier day since. Resolves with the entry there. */
async function requireSameFeed(
  feed: Pick<NewsFeed, 'at'>,
  { position, mark }: FeedPosition,
  last: number,
  signed: (text: string) => readonly string[],
): Promise<Standing | undefined> {
  if (position === 0) return undefined;
  if (position > last) throw cursorRefused('restored');
  const entry = await feed.at(position);
  if (!entry) throw cursorRefused('expired');
  const own = markOf(entry);
  if (mark !== own && !signed(own).includes(mark)) throw cursorRefused('restored');
  return entry;
}

/** The place at the newest entry. That may be another affiliate's, of whom a reader must learn nothing, so the mark is hashed. */
async function atHead(
  feed: Pick<NewsFeed, 'at'>,
  position: number,
  sign: (text: string) => string,
): Promise<Pick<FeedPosition, 'position' | 'mark'> | undefined> {
  const entry = await feed.at(position);
  return entry ? { position, mark: sign(markOf(entry)) } : undefined;
}

const cursorRefused = (cursor: CursorFault | 'restored' | 'expired'): RequestRefused =>
  new RequestRefused({ why: 'cursor', cursor });

type Standing = Pick<OrderedNews, 'id' | 'ordered_at'>;

const markOf = ({ id, ordered_at }: Standing): string => `${id}@${ordered_at.getTime()}`;

const matches = (news: OrderedNews, { status, subid, external_id }: FeedFilter): boolean =>
  (status === undefined || news.status === status) &&
  (subid === undefined ||
    Object.entries(news.tracking).some(([n, v]) => n.startsWith('subid') && v === subid)) &&
  (external_id === undefined || news.external_id === external_id);
