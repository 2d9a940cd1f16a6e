import { MAX_SUBJECTS } from '../../core/audit/audit-entry.js';
import { audited, type Act, type AuditPorts, type Ended } from './audited.js';

/** How an act on one of many records ended. `not`: a rule or another change did not allow it. */
export interface RowResult {
  readonly outcome: 'done' | 'already' | 'not';
  /** In words, like `accepted` or `not settled: it is rejected, which is final`. */
  readonly text: string;
}

interface Batches<T> {
  readonly idOf: (one: T) => string;
  readonly actOf: (some: readonly T[]) => Act;
  readonly run: (some: readonly T[]) => Promise<RowResult[]>;
}

/**
 * Changes many leads in batches. Each batch has one entry in the audit log before it, which names its leads, and one
 * after it, which counts the results. Returns the results in order.
 */
export async function auditedBatches<T>(
  ports: AuditPorts,
  all: readonly T[],
  { idOf, actOf, run }: Batches<T>,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (let i = 0; i < all.length; i += MAX_SUBJECTS) {
    const some = all.slice(i, i + MAX_SUBJECTS);
    const act = { ...actOf(some), on: { kind: 'lead', ids: some.map(idOf) } };
    results.push(...(await audited(ports, act, () => run(some), endOf)));
  }
  return results;
}

function endOf(results: readonly RowResult[]): Ended {
  const changed = results.filter(({ outcome }) => outcome === 'done').length;
  const facts = { changed, unchanged: results.length - changed };
  return { result: changed === 0 ? 'nothing' : 'done', facts };
}

/** How often each text comes: `accepted 12`. */
export function countEach(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${text} ${count}`);
}
