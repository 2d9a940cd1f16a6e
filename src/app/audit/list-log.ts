import { OUTCOME_DUE_MS, type AuditIntent, type AuditOutcome } from '../../core/audit/audit-entry.js';
import type { AuditQuery, AuditReader } from '../ports/audit-log.js';

/** One act: its intent, and its outcome if there is one. */
export interface ListedAct {
  readonly number: number;
  readonly intent: AuditIntent;
  readonly outcome?: AuditOutcome;
  /** `open`: it may still be running. `missing`: its outcome is overdue, so nobody knows whether it was done. */
  readonly state: 'ended' | 'open' | 'missing';
}

/** The acts that fit, newest first. Their entries are not verified. */
export async function listActs(
  reader: Pick<AuditReader, 'intents' | 'outcomes'>,
  query: AuditQuery,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<ListedAct[]> {
  const intents = await reader.intents(query, limit);
  const outcomes = await reader.outcomes(intents.map(({ number }) => number));
  const outcomeOf = new Map(
    outcomes.flatMap((entry) => (entry.phase === 'outcome' ? [[entry.intent, entry] as const] : [])),
  );
  return intents.flatMap((intent): ListedAct[] => {
    if (intent.phase !== 'intent') return [];
    const { number } = intent;
    const outcome = outcomeOf.get(number);
    if (outcome) return [{ number, intent, outcome, state: 'ended' }];
    const overdue = now.getTime() - intent.at.getTime() > OUTCOME_DUE_MS;
    return [{ number, intent, state: overdue ? 'missing' : 'open' }];
  });
}
