import { inUse } from '../../core/catalogue/in-use.js';
import type { Affiliate, Campaign } from '../../core/catalogue/types.js';
import { namesIn, type Named } from '../../core/operators/names.js';
import { addCounts, newTotal, type Total } from '../../core/reports/counts.js';
import type { Segment } from '../../core/reports/tabulate.js';
import { binsBetween } from '../../core/traffic/bins.js';
import { faultsBy, NO_FAULTS, type FaultCounts } from '../../core/traffic/fault-counts.js';
import { soldRow, type SoldRow } from '../../core/traffic/sold-row.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { RefusedCallReader } from '../ports/refused-calls.js';
import { countUpToNow, type RefusalMemory } from '../reports/count-up-to-now.js';
import type { CountPorts } from '../reports/read-counts.js';
import { countBins } from './count-bins.js';

const DAY_MS = 86_400_000;

/** The faults that are read at once; with more, rare ones are left out. Each row names ten of its own. */
const MAX_FAULTS = 10_000;

export interface AffiliatePorts extends CountPorts {
  readonly catalogue: CatalogueSource;
  readonly refusedCalls: Pick<RefusedCallReader, 'countSince'>;
}

/** What came from an affiliate, or through a campaign. */
export interface SentRow extends Named, Omit<SoldRow, 'answer_ms' | 'timeout_share'> {
  readonly searches: number;
  readonly results_shown: number;
  /** The beginning of the last quarter of an hour with a search or a lead. Null: none in this time. */
  readonly last_seen_at: Date | null;
  /** Calls that were answered 4xx, of those that are kept. */
  readonly refused_calls: FaultCounts;
}
export type AffiliateRow = SentRow & Pick<Affiliate, 'status'>;
export type CampaignRow = SentRow & Pick<Campaign, 'status'> & { readonly affiliate: Named };

export interface Sent {
  readonly from: Date;
  /** Earlier than now if too many leads or searches are not counted yet. */
  readonly to: Date;
  readonly affiliates: readonly AffiliateRow[];
  readonly campaigns: readonly CampaignRow[];
}

/**
 * Counts what affiliates and campaigns sent in the last days up to now. Refused calls are always counted up to now.
 * Throws an outage.
 */
export async function readSent(
  ports: AffiliatePorts,
  memory: RefusalMemory,
  days: number,
  now: Date,
): Promise<Sent> {
  const from = new Date(now.getTime() - days * DAY_MS);
  const [{ to, segments }, refused] = await Promise.all([
    countUpToNow(ports, memory, { from, now }, async (end, reach) => {
      const bins = binsBetween(from, end, 'quarter', 'UTC');
      return { to: end, segments: await countBins(ports, { bins, by: ['affiliate', 'campaign'], reach }) };
    }),
    ports.refusedCalls.countSince(from, MAX_FAULTS),
  ]);
  const catalogue = ports.catalogue.current();
  const name = namesIn(catalogue);
  const rowsOf = (dimension: 'affiliate' | 'campaign') => {
    const seen = addUp(segments, dimension);
    const faults = faultsBy(refused, `${dimension}_id`);
    return (named: Named): SentRow => sentRow(named, seen.get(named.id), faults.get(named.id) ?? NO_FAULTS);
  };
  const [ofAffiliate, ofCampaign] = [rowsOf('affiliate'), rowsOf('campaign')];
  return {
    ...{ from, to },
    affiliates: inUse(catalogue.affiliates.values()).map(({ id, status }) => ({
      ...ofAffiliate(name('affiliates', id)),
      status,
    })),
    campaigns: inUse(catalogue.campaigns.values()).map(({ id, status, affiliate }) => ({
      ...ofCampaign(name('campaigns', id)),
      ...{ status, affiliate: name('affiliates', affiliate.id) },
    })),
  };
}

interface Seen {
  readonly total: Total;
  last: string;
}

function addUp(segments: readonly Segment[], dimension: 'affiliate' | 'campaign'): ReadonlyMap<string, Seen> {
  const seen = new Map<string, Seen>();
  for (const { day, cube, facts } of segments) {
    const place = cube.indexOf(dimension);
    for (const { of, counts } of facts) {
      const id = of[place];
      if (typeof id !== 'string') continue;
      let one = seen.get(id);
      if (!one) seen.set(id, (one = { total: newTotal(), last: '' }));
      addCounts(one.total, counts);
      const came = (counts.sums.searches ?? 0) + (counts.sums.submits ?? 0) > 0;
      if (came && day > one.last) one.last = day;
    }
  }
  return seen;
}

function sentRow(named: Named, seen: Seen | undefined, refused_calls: FaultCounts): SentRow {
  const counts = seen?.total ?? newTotal();
  const { answer_ms: _, timeout_share: __, ...sold } = soldRow(counts);
  return {
    ...named,
    searches: counts.sums.searches ?? 0,
    results_shown: counts.sums.results_shown ?? 0,
    ...sold,
    last_seen_at: seen?.last ? new Date(seen.last) : null,
    refused_calls,
  };
}
