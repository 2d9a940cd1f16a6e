import Table from 'cli-table3';
import { over, tidy, type ScaleReport } from './scale-run.js';

export interface OffersRound {
  readonly calls_per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly web_ms: number;
  readonly search_ms: number;
}

/** One size of a campaign. */
export interface OffersMeasured extends OffersRound {
  readonly offers: number;
  /** Of the answer, and of the record in the database. */
  readonly answer_bytes: number;
  readonly stored_bytes: number;
}

/** By how much a call may take longer than with the fewest offers. */
const MAX_TIMES = 1.5;

const HEAD = [
  'offers',
  'calls/s',
  'p50 ms',
  'p99 ms',
  'web ms',
  'search ms',
  'answer KB',
  'stored KB',
  'time',
];

/** The time of a call of each size ÷ that of the first size. */
export function offersReport(all: readonly OffersMeasured[], connections: number): ScaleReport {
  const [first] = all;
  const rows = all.map((one) => ({ ...one, time: (first?.calls_per_second ?? NaN) / one.calls_per_second }));
  const table = new Table({
    head: HEAD,
    style: { head: [], border: [] },
    colAligns: HEAD.map(() => 'right'),
  });
  for (const { offers, time, answer_bytes, stored_bytes, ...times } of rows) {
    const { calls_per_second, p50_ms, p99_ms, web_ms, search_ms } = times;
    const bytes = [answer_bytes, stored_bytes].map((size) => size / 1_024);
    const numbers = [calls_per_second, p50_ms, p99_ms, web_ms, search_ms, ...bytes, time];
    table.push([String(offers), ...numbers.map(tidy)]);
  }
  const failures = rows.flatMap(({ offers, time }) =>
    over(`${offers} offers of which the same match, time of a search`, time, MAX_TIMES, ' times'),
  );
  const text = `${table.toString()}\n${connections} in flight; CPU of a call in milliseconds; time: ÷ the first line's, from calls/s`;
  return { figures: { connections, sizes: rows }, text, failures };
}
