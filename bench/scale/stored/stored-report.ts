import Table from 'cli-table3';
import { over, tidy, type ScaleReport } from '../scale-run.js';

/** From the fewest stored leads to the most. */
const MAX_GROWTH = 1.3;
/** A difference by which no list is judged. */
const LEAST_MS = 2;
const CALLS: readonly string[] = ['search', 'submit', 'dupe-check'];

/** Milliseconds by operation: of a call, its share of a second; of a list, its own time. */
export interface StoredTimes {
  readonly leads: number;
  readonly ms: Readonly<Record<string, number>>;
}

/** How much longer each operation takes with the most stored leads than with the fewest. */
export function storedReport(sizes: readonly StoredTimes[], connections: number): ScaleReport {
  const [first] = sizes;
  const last = sizes.at(-1);
  const rows = Object.keys(first?.ms ?? {}).map((name) => {
    const [least = NaN, most = NaN] = [first?.ms[name], last?.ms[name]];
    return { name, growth: most / least, isCounted: CALLS.includes(name) || most - least > LEAST_MS };
  });
  const head = ['ms', ...sizes.map(({ leads }) => `${leads} leads`), 'growth'];
  const table = new Table({
    head,
    style: { head: [], border: [] },
    colAligns: head.map((_, at) => (at === 0 ? 'left' : 'right')),
  });
  for (const { name, growth } of rows)
    table.push([name, ...sizes.map(({ ms }) => tidy(ms[name] ?? NaN)), tidy(growth)]);
  const failures = rows.flatMap(({ name, growth, isCounted }) =>
    isCounted ? over(`${name}, time with the most leads`, growth, MAX_GROWTH, ' times') : [],
  );
  const how = `search, submit and dupe-check: a second ÷ calls, ${connections} in flight; the others: one at a time; ten claims for each lead`;
  return { figures: { connections, sizes, growth: rows }, text: `${table.toString()}\n${how}`, failures };
}
