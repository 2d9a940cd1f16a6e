import { cubeWith, MONEY_CUBES } from '../../core/reports/cubes.js';
import { regroup } from '../../core/reports/fact.js';
import { unpackFacts } from '../../core/reports/pack-facts.js';
import { ReportRefused } from '../../core/reports/report-request.js';
import { dayWithId, moneyId } from '../../core/reports/rollup-ids.js';
import type { Segment } from '../../core/reports/tabulate.js';
import type { ReportReader } from '../ports/report-reader.js';
import type { RollupStore } from '../ports/rollup-store.js';
import { countEntries, ENTRY_CUBE, upTo } from './count-stored.js';
import { neededBy, type ParsedRequest } from './parse-report-request.js';

/** The most entries that one report reads itself. */
const MAX_ENTRIES = 200_000;

interface MoneyPorts {
  readonly reports: ReportReader;
  readonly rollups: RollupStore;
}

/**
 * The facts of the entries of the report's days. Days that got entries since they were counted are read entry by
 * entry: today, as a rule.
 */
export async function readMoney({ reports, rollups }: MoneyPorts, parsed: ParsedRequest): Promise<Segment[]> {
  const { first, last } = parsed;
  const needed = neededBy(parsed);
  const name = cubeWith(MONEY_CUBES, needed) ?? 'facts';
  const cube = MONEY_CUBES[name];
  // The marks are read first: a day that is counted meanwhile has a count that includes them.
  const marked = (await rollups.markedDays())
    .map(({ day }) => day)
    .filter((day) => first.day <= day && day <= last.day)
    .sort();
  const open = new Set(marked);
  const stored = await rollups.between(moneyId(first.day), moneyId(last.day), [name]);
  const segments: Segment[] = stored
    .map(({ id, cubes }) => ({ day: dayWithId(id), facts: unpackFacts(cubes[name] ?? '[]') }))
    .filter(({ day }) => !open.has(day))
    .map(({ day, facts }) => ({ day, hour: null, of: 'money', cube, facts }));
  const [from, to] = [marked[0], marked.at(-1)];
  if (from === undefined || to === undefined) return segments;
  const entries = await upTo(MAX_ENTRIES, () => reports.entries(from, to, needed.includes('state')));
  if (!entries)
    throw new ReportRefused(
      `The sweeper has not counted the entries of ${from} to ${to} yet, and these are more than ${MAX_ENTRIES}.`,
    );
  for (const [day, facts] of countEntries(entries, parsed.accounting))
    if (open.has(day))
      segments.push({ day, hour: null, of: 'money', cube, facts: regroup(facts, cube, ENTRY_CUBE) });
  return segments;
}
