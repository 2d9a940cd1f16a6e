import { firstDay } from '../first-day.js';
import { areQuartersOver, utcDayOf, timeRangeOfDay } from '../../core/caps/time-ranges.js';
import { rollUpCapDays } from './roll-up-cap-days.js';
import { rollUpCapQuarters, type RollUpPorts } from './roll-up-cap-quarters.js';

export interface RolledUpCaps {
  /** The days that were rolled up now. */
  readonly days: readonly string[];
  /** Whether quarters are left that a further call would roll up. */
  readonly isMoreDue: boolean;
}

/**
 * Stores the counts of closed quarters of an hour, and of closed days, so that the rebuild of the ledger does not need
 * to read their leads. You may interrupt this anywhere, and several processes may run it at once.
 */
export async function rollUpCaps(ports: RollUpPorts): Promise<RolledUpCaps> {
  const { counts, clock } = ports;
  const first = await firstDay((at) => counts.hasIntentBefore(at), clock());
  if (first === undefined) return { days: [], isMoreDue: false };
  const known = new Set(await counts.rolledUpDays());
  const isMoreDue = await rollUpCapQuarters(ports, first, known);
  const days = await rollUpCapDays(ports, first, known);
  await dropOldQuarters(ports, new Set([...known, ...days]));
  return { days, isMoreDue };
}

async function dropOldQuarters({ counts, clock }: RollUpPorts, rolledUp: ReadonlySet<string>): Promise<void> {
  for (const day of new Set((await counts.rolledUpQuarters()).map(utcDayOf)))
    if (rolledUp.has(day) && areQuartersOver(day, clock())) await counts.dropQuarters(timeRangeOfDay(day));
}
