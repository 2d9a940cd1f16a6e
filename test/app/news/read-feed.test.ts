import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { readFeed, type FeedFilter } from '../../../src/app/news/read-feed.js';
import type { NewsFeed, OrderedNews } from '../../../src/app/ports/news-feed.js';
import type { WebPorts } from '../../../src/app/ports/web-ports.js';
import { eachOf } from '../../support/each-of.js';
import { oneNews } from '../../support/lead-news.js';

const AT = new Date('2026-11-21T12:00:00Z');
const subid = 's'.repeat(60_000);
const ROWS = Array.from({ length: 60 }, (_, index): OrderedNews => {
  const news = oneNews(`l${index}`, 1, { subid, tracking: { subid } });
  return { ...news, status: index % 2 === 0 ? 'accepted' : 'rejected', position: index + 1, ordered_at: AT };
});

const keyedHash = (text: string): string => createHash('sha256').update(text).digest('hex');

const feed = {
  head: () => Promise.resolve({ last: ROWS.length, complete_until: AT }),
  at: (position: number) => Promise.resolve(ROWS[position - 1] ?? null),
  read: ({ after }, limit) => eachOf(ROWS.slice(after, after + limit)),
} satisfies Partial<NewsFeed>;

describe('a page of the feed, where entries are large', () => {
  const identities = { keyedHash, hashesToFind: (text: string) => [keyedHash(text)] };
  const ports = { feed, identities, clock: () => AT } as unknown as WebPorts;
  const caller = { affiliate_id: 'a', is_test: false };

  for (const [which, filter, positions] of [
    ['all', {}, ROWS.map(({ position }) => position)],
    ['those of a filter', { status: 'rejected' }, ROWS.flatMap((_, i) => (i % 2 === 0 ? [] : [i + 1]))],
  ] as const satisfies readonly [string, FeedFilter, readonly number[]][])
    it(`is no larger than 2 MiB, and pages have ${which} once`, async () => {
      const found: number[] = [];
      let since: string | undefined;
      for (let has_more = true; has_more;) {
        const page = await readFeed(ports, caller, {
          limit: 500,
          filter,
          ...(since !== undefined && { since }),
        });
        expect(JSON.stringify(page).length).to.be.below(2 * 1_048_576);
        found.push(...page.news.map(({ position }) => position));
        expect(page.complete_until === null).to.equal(page.has_more);
        ({ has_more, next_cursor: since } = page);
      }
      expect(found).to.deep.equal(positions);
    });
});
