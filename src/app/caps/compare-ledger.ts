import { bucketName, capsOfCatalogue } from '../../core/caps/cap-buckets.js';
import { compareUsage, type UsageDifference, type LedgerUse } from '../../core/caps/compare-usage.js';
import type { BucketUsage } from '../../core/caps/usage-counts.js';
import type { LedgerState, LedgerView } from '../ports/ledger-view.js';
import { countLeads, type CountRequest } from './count-leads.js';

export interface CompareRequest extends Omit<CountRequest, 'now' | 'isCancelled'> {
  readonly ledger: LedgerView;
  readonly clock: () => Date;
  /** Resolves when operations in progress have had time to end. */
  readonly pause: () => Promise<void>;
}

export type LedgerComparison =
  | {
      readonly outcome: 'compared';
      readonly places: number;
      readonly differences: readonly UsageDifference[];
    }
  | { readonly outcome: Exclude<LedgerState, 'sound'> };

/**
 * Compares the counts of the ledger with the counts that a rebuild would make from the stored leads. It runs beside
 * all traffic, so a difference only counts if it is still there after a pause. It reads rollups and sums, so it is
 * fast on millions of leads. The integrity check (`app/integrity/check-ledger.ts`) looks at each reservation instead.
 */
export async function compareLedger(request: CompareRequest): Promise<LedgerComparison> {
  const first = await compare(request);
  if (first.outcome !== 'compared' || first.differences.length === 0) return first;
  await request.pause();
  const second = await compare(request);
  if (second.outcome !== 'compared') return second;
  const before = new Set(first.differences.map(nameOf));
  return { ...second, differences: second.differences.filter((one) => before.has(nameOf(one))) };
}

async function compare(request: CompareRequest): Promise<LedgerComparison> {
  const { ledger, catalogue, clock } = request;
  const caps = capsOfCatalogue(catalogue);
  const now = clock();
  const uses = async (): Promise<LedgerUse[]> =>
    (await ledger.capUses(caps, now)).map(({ cap, window, reserved, confirmed }) => ({
      cap_id: cap.id,
      window,
      used: reserved + confirmed,
    }));
  const before = await uses();
  const counted = await countLeads({ ...request, now });
  const after = await uses();
  // Read the state at the end, because a rebuild during the count makes the comparison worthless.
  const state = await ledger.ledgerState(caps);
  if (state !== 'sound' || !counted) return { outcome: state === 'sound' ? 'stale' : state };
  return {
    outcome: 'compared',
    places: after.length,
    differences: compareUsage(counted.usage.buckets().filter(isOpen(now)), before, after),
  };
}

/** The count also covers windows that were open a minute ago. Those are not compared. */
const isOpen =
  (now: Date) =>
  ({ bucket: { resets_at } }: BucketUsage): boolean =>
    resets_at === null || resets_at > now;

const nameOf = ({ cap_id, window }: UsageDifference): string => bucketName(cap_id, window);
