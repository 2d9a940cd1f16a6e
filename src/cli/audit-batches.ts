import { MAX_SUBJECTS } from '../core/audit/audit-entry.js';
import type { Act } from '../app/audit/audited.js';
import type { AuditLog } from '../app/ports/audit-log.js';
import { auditAct } from './audit-act.js';
import type { Cli } from './cli.js';

interface Batches<T> {
  readonly idOf: (one: T) => string;
  readonly actOf: (some: readonly T[]) => Act;
  /** Does it for some of them. Results that begin with "not" or "already" changed nothing. */
  readonly run: (some: readonly T[]) => Promise<string[]>;
}

/**
 * Changes many leads in batches. Each batch has one entry in the audit log before it, which names its leads, and one
 * after it, which counts the results. Returns the results in order.
 */
export async function auditBatches<T>(
  cli: Cli,
  ports: { readonly auditLog: Pick<AuditLog, 'append'> },
  all: readonly T[],
  { idOf, actOf, run }: Batches<T>,
): Promise<string[]> {
  const results: string[] = [];
  for (let i = 0; i < all.length; i += MAX_SUBJECTS) {
    const some = all.slice(i, i + MAX_SUBJECTS);
    const act = { ...actOf(some), on: { kind: 'lead', ids: some.map(idOf) } };
    const done = await auditAct(cli, ports, act, () => run(some), endOf);
    results.push(...done);
  }
  return results;
}

function endOf(results: readonly string[]) {
  const unchanged = results.filter((result) => /^(not|no longer|already)/.test(result)).length;
  const facts = { changed: results.length - unchanged, unchanged };
  return { result: unchanged === results.length ? ('nothing' as const) : ('done' as const), facts };
}

/** How often each text comes: `accepted 12`. */
export function countEach(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${text} ${count}`);
}
