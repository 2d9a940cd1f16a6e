import { median } from '../statistics.js';
import type { Kind, OurSide } from '../start-ours.js';
import { readUsage, type Usage } from '../usage.js';

/** The kinds of processes whose CPU is shown. */
export const PARTS = ['web', 'search', 'submit', 'sweeper'] as const satisfies readonly Kind[];
export type Part = (typeof PARTS)[number];
export type Parts = Readonly<Record<Part, Usage>>;

export const ofEach = <Value>(of: (part: Part) => Value): Record<Part, Value> =>
  Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Record<Part, Value>;

/** What all processes of each kind used, of all these sides. */
export async function readParts(sides: readonly Pick<OurSide, 'originsOf'>[]): Promise<Parts> {
  const read = await Promise.all(
    PARTS.map((part) => readUsage(sides.flatMap(({ originsOf }) => originsOf[part]))),
  );
  return Object.fromEntries(PARTS.map((part, at) => [part, read[at]])) as Parts;
}

/** What both measurements of several processes tell of a round. */
export interface PartsRound {
  readonly calls_per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** What each kind of process used for a call, in milliseconds, all processes of the kind together. */
  readonly cpu_ms: Readonly<Record<Part, number>>;
  /** What Redis used for a call, in milliseconds. */
  readonly redis_ms: number;
  readonly commands: number;
}

/** The median of each figure. */
export function medianRound(rounds: readonly PartsRound[]): PartsRound {
  const middle = (of: (round: PartsRound) => number): number => median(rounds.map(of));
  return {
    calls_per_second: middle((round) => round.calls_per_second),
    p50_ms: middle((round) => round.p50_ms),
    p99_ms: middle((round) => round.p99_ms),
    cpu_ms: ofEach((part) => middle(({ cpu_ms }) => cpu_ms[part])),
    redis_ms: middle(({ redis_ms }) => redis_ms),
    commands: middle(({ commands }) => commands),
  };
}
