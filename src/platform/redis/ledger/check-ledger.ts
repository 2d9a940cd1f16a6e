import type { Redis } from 'ioredis';
import { compareUsage, type Difference, type LedgerUse } from '../../../core/caps/compare-usage.js';
import { countLeads } from '../../../app/caps/count-leads.js';
import type { BuyerAt, BucketUsage } from '../../../core/caps/usage-counts.js';
import { capsOfCatalogue } from '../../../core/caps/cap-buckets.js';
import type { Catalogue } from '../../../core/catalogue/types.js';
import type { LeadCounts } from '../../../app/ports/lead-counts.js';
import type { LeadStore } from '../../../app/ports/lead-store.js';
import { ledgerState, readUses } from './read-uses.js';
import { type LedgerState } from '../../../app/ports/ledger-view.js';

export interface LedgerCheckRequest {
  readonly redis: Redis;
  readonly prefix: string;
  readonly leads: Pick<LeadStore, 'counted'>;
  readonly counts: LeadCounts;
  readonly catalogue: Catalogue;
  readonly formerBuyers?: () => Promise<BuyerAt>;
  readonly clock: () => Date;
  /** Resolves when what is under way has had time to end. */
  readonly pause: () => Promise<void>;
}

export type LedgerChecked =
  | { readonly outcome: 'compared'; readonly places: number; readonly differences: readonly Difference[] }
  | { readonly outcome: Exclude<LedgerState, 'sound'> };

/** Compares the ledger with the stored leads beside all traffic. What differs must differ again after a pause. */
export async function checkLedger(request: LedgerCheckRequest): Promise<LedgerChecked> {
  const first = await compare(request);
  if (first.outcome !== 'compared' || first.differences.length === 0) return first;
  await request.pause();
  const second = await compare(request);
  if (second.outcome !== 'compared') return second;
  const before = new Set(first.differences.map(nameOf));
  return { ...second, differences: second.differences.filter((one) => before.has(nameOf(one))) };
}

async function compare(request: LedgerCheckRequest): Promise<LedgerChecked> {
  const { redis, prefix, catalogue, clock } = request;
  const caps = capsOfCatalogue(catalogue);
  const now = clock();
  const uses = async (): Promise<LedgerUse[]> =>
    (await readUses(redis, prefix, caps, now)).map(({ cap, window, reserved, confirmed }) => ({
      cap_id: cap.id,
      window,
      used: reserved + confirmed,
    }));
  const before = await uses();
  const counted = await countLeads({ ...request, now });
  const after = await uses();
  // Asked at the end: a rebuild during the count would have made it worthless.
  const state = await ledgerState(redis, prefix, caps);
  if (state !== 'sound' || !counted) return { outcome: state === 'sound' ? 'stale' : state };
  return {
    outcome: 'compared',
    places: after.length,
    differences: compareUsage(counted.tally.buckets().filter(isOpen(now)), before, after),
  };
}

/** The leads are also counted into windows that were open a minute ago. */
const isOpen =
  (now: Date) =>
  ({ bucket: { resets_at } }: BucketUsage): boolean =>
    resets_at === null || resets_at > now;

const nameOf = ({ cap_id, window }: Difference): string => `${cap_id}:${window}`;
