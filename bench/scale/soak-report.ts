import Table from 'cli-table3';
import type { Memory } from './memory.js';
import { tidy, type ScaleReport } from './scale-run.js';
import { growthOf, type Growth } from './slope.js';

export interface Minute {
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly memory: Readonly<Record<string, Memory>>;
}

export interface Soak {
  readonly peak_per_second: number;
  readonly rate: number;
  readonly minutes: readonly Minute[];
}

/** By how much a value may grow from the first counted minute to the last: a share, and what is too little to count. */
interface Bound {
  readonly share: number;
  readonly least: number;
}

const BOUNDS = {
  rss: { share: 0.15, least: 20 },
  heap: { share: 0.15, least: 8 },
  p50: { share: 0.25, least: 5 },
  p99: { share: 0.5, least: 50 },
} as const satisfies Record<string, Bound>;

/** The first minutes compile code and fill pools and caches: a quarter of them do not count. */
const counted = (minutes: readonly Minute[]): readonly Minute[] =>
  minutes.slice(Math.floor(minutes.length / 4));

/** The slopes of memory and latency, and which are too steep. */
export function soakReport({ minutes, ...soak }: Soak): ScaleReport {
  const rows = growthsOf(counted(minutes));
  const table = new Table({
    head: ['what', 'median', 'slope a minute', 'grown', 'share'],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right', 'right'],
  });
  for (const { what, growth } of rows) {
    const { median, slope, grown, share } = growth;
    table.push([what, ...[median, slope, grown].map(tidy), `${(share * 100).toFixed(1)} %`]);
  }
  const failures = rows.flatMap(({ what, growth: { share, grown }, bound }) =>
    share > bound.share && grown > bound.least
      ? [`${what} grew by ${tidy(grown)} (${(share * 100).toFixed(0)} %), at most ${bound.share * 100} %`]
      : [],
  );
  const how = `${soak.rate} calls a second, 70 % of ${tidy(soak.peak_per_second)}, for ${minutes.length} minutes; the first quarter is not counted`;
  return {
    figures: { ...soak, minutes, growth: rows.map(({ what, growth }) => ({ what, ...growth })) },
    text: `${table.toString()}\n${how}`,
    failures,
  };
}

interface Row {
  readonly what: string;
  readonly growth: Growth;
  readonly bound: Bound;
}

function growthsOf(minutes: readonly Minute[]): Row[] {
  const row = (what: string, bound: Bound, of: (minute: Minute) => number): Row => ({
    what,
    bound,
    growth: growthOf(minutes.map(of)),
  });
  const names = Object.keys(minutes[0]?.memory ?? {});
  return [
    row('p50 ms', BOUNDS.p50, ({ p50_ms }) => p50_ms),
    row('p99 ms', BOUNDS.p99, ({ p99_ms }) => p99_ms),
    ...names.flatMap((name) => [
      row(`${name} RSS MB`, BOUNDS.rss, ({ memory }) => memory[name]?.rss_mb ?? 0),
      row(`${name} heap MB`, BOUNDS.heap, ({ memory }) => memory[name]?.heap_mb ?? 0),
    ]),
  ];
}
