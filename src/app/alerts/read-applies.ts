import type { Sources } from '../../core/alerts/readings.js';
import type { AuditEntry, AuditOutcome } from '../../core/audit/audit-entry.js';
import type { AuditReader } from '../ports/audit-log.js';

export type AppliesReader = Pick<AuditReader, 'intents' | 'outcomes'>;

const MAX_APPLIES = 50;

/**
 * The catalogues that were applied as an emergency since then, newest first. One that changed nothing is left out, and
 * one that nobody knows the end of is not. It reads on behind those that changed nothing: however many they are, they
 * hide no other one.
 */
export async function readApplies(audit: AppliesReader, from: Date): Promise<Sources['applies']> {
  const found: Sources['applies'][number][] = [];
  let before: number | undefined;
  while (found.length < MAX_APPLIES) {
    const query = { action: 'catalogue.emergency', from, ...(before === undefined ? {} : { before }) };
    const intents = await audit.intents(query, MAX_APPLIES);
    if (intents.length === 0) break;
    const numbers = intents.map(({ number }) => number);
    const ends = await audit.outcomes(numbers);
    const idle = new Set(ends.filter(isIdle).map(({ intent }) => intent));
    for (const { at, number, who } of intents)
      if (!idle.has(number)) found.push({ at, entry: number, who: who.id });
    if (intents.length < MAX_APPLIES) break;
    before = Math.min(...numbers);
  }
  return found.slice(0, MAX_APPLIES);
}

const isIdle = (end: AuditEntry): end is Extract<AuditEntry, AuditOutcome> =>
  end.phase === 'outcome' && (end.result === 'refused' || end.result === 'nothing');
