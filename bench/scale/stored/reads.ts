import type { Connection } from 'mongoose';
import type { LeadOverview } from '../../../src/app/ports/lead-overview.js';
import { createNewsFeed } from '../../../src/platform/mongo/news/news-feed.js';
import { createLeadOverview } from '../../../src/platform/mongo/stores/lead-overview.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../src/platform/mongo/stores/search-store.js';
import { listOf } from '../../../test/support/list-of.js';
import { partyId } from '../../../test/support/many/draw.js';
import { EFFECT_KINDS } from '../../../src/core/lead/pending-effect.js';
import { median } from '../../statistics.js';

const DAY_MS = 86_400_000;
const PAGE = 50;
/** Few: the fewest leads must fill it. */
const FEED_PAGE = 20;
/** As many as a sweep reads of each kind. */
const BATCH = 500;
const WARM_UPS = 2;
const REPEATS = 9;

/** Lists, the feed and what a sweep looks for, each as the process that needs it reads it. `until`: no lead is newer. */
export function createReads(
  connection: Connection,
  until: Date,
): Readonly<Record<string, () => Promise<unknown>>> {
  const overview = createLeadOverview(connection);
  const feed = createNewsFeed(connection);
  const leads = createLeadStore(connection);
  const searches = createSearchStore(connection);
  const affiliate_id = partyId('affiliate', 0);
  const listBy =
    (overviewOf: () => LeadOverview) =>
    (filter: { readonly to: Date; readonly affiliate_id?: string }) =>
    () =>
      overviewOf().page({ from: new Date(until.getTime() - 90 * DAY_MS), ...filter }, PAGE);
  // A process remembers where it found the page of a list.
  const first = listBy(() => createLeadOverview(connection));
  const again = listBy(() => overview);
  const now = new Date();
  return {
    'lead list': again({ to: until }),
    'lead list, read first': first({ to: until }),
    'lead list, one affiliate': again({ to: until, affiliate_id }),
    'lead list, one affiliate, read first': first({ to: until, affiliate_id }),
    'lead list, one affiliate, that sent none of late': again({ to: now, affiliate_id }),
    'lead list, one affiliate, that sent none of late, read first': first({ to: now, affiliate_id }),
    async feed() {
      const { last } = await feed.head();
      await listOf(feed.read({ affiliate_id, environment: 'live', after: last / 2, up_to: last }, FEED_PAGE));
    },
    async sweep() {
      const before = new Date(Date.now() - 5_000);
      await searches.overdue(before, BATCH);
      await leads.overdue(before, BATCH);
      for (const kind of EFFECT_KINDS) await leads.withPending(kind, before, BATCH);
    },
  };
}

/** The median of several reads, in milliseconds. */
export async function timeOf(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < WARM_UPS + REPEATS; n += 1) {
    const startedAt = performance.now();
    await read();
    if (n >= WARM_UPS) times.push(performance.now() - startedAt);
  }
  return median(times);
}
