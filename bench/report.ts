import { availableParallelism, cpus } from 'node:os';
import Table from 'cli-table3';
import type { Round } from './load.js';
import type { BenchOptions } from './options.js';
import type { Measured } from './rounds.js';
import { median } from './statistics.js';

/** The medians over the rounds of one side, and the rounds. */
interface Figures extends Round {
  readonly rounds: readonly Round[];
}

export interface Report {
  readonly at: string;
  readonly machine: { readonly node: string; readonly cpus: number; readonly model: string };
  readonly options: Pick<BenchOptions, 'seconds' | 'connections' | 'rounds'>;
  readonly operations: readonly {
    readonly operation: string;
    readonly leadkeep: Figures;
    readonly bare: Figures;
    /** The median ratio (Leadkeep ÷ bare, requests per second) over pairs of neighboring rounds. */
    readonly ratio: number;
    readonly aim?: number;
  }[];
}

export function reportOf(measured: readonly Measured[], options: BenchOptions, at: Date): Report {
  const { seconds, connections, rounds } = options;
  return {
    at: at.toISOString(),
    machine: {
      node: process.version,
      cpus: availableParallelism(),
      model: cpus()[0]?.model.trim() ?? 'unknown',
    },
    options: { seconds, connections, rounds },
    operations: measured.map(({ operation: { name, aim }, leadkeep, bare }) => ({
      operation: name,
      leadkeep: figuresOf(leadkeep),
      bare: figuresOf(bare),
      ratio: tidy(ratioOf(leadkeep, bare)),
      ...(aim === undefined ? {} : { aim }),
    })),
  };
}

/** Pairs of rounds that are close in time, so that a machine that slows down spoils neither. */
const ratioOf = (ours: readonly Round[], bare: readonly Round[]): number =>
  median(ours.map((round, i) => round.requests_per_second / (bare[i]?.requests_per_second ?? NaN)));

function figuresOf(rounds: readonly Round[]): Figures {
  const middle = (member: keyof Round): number => tidy(median(rounds.map((round) => round[member])));
  return {
    requests_per_second: middle('requests_per_second'),
    p50_ms: middle('p50_ms'),
    p99_ms: middle('p99_ms'),
    rounds: rounds.map((round) => ({
      requests_per_second: tidy(round.requests_per_second),
      p50_ms: tidy(round.p50_ms),
      p99_ms: tidy(round.p99_ms),
    })),
  };
}

const tidy = (value: number): number => Number(value.toFixed(2));

/** The report as text. */
export function tableOf({ machine, options, operations }: Report): string {
  const table = new Table({
    head: ['operation', 'leadkeep/s', 'p50 ms', 'p99 ms', 'bare/s', 'p50 ms', 'p99 ms', 'ratio', 'aim', ''],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'left'],
  });
  for (const { operation, leadkeep, bare, ratio, aim } of operations)
    table.push([
      operation,
      ...[leadkeep, bare].flatMap((side) => [
        side.requests_per_second.toFixed(0),
        side.p50_ms.toFixed(1),
        side.p99_ms.toFixed(1),
      ]),
      ratio.toFixed(2),
      aim?.toFixed(2) ?? '–',
      aim === undefined ? '' : ratio >= aim ? 'ok' : 'below',
    ]);
  const how = `${options.connections} connections, medians of ${options.rounds} rounds of ${options.seconds} s`;
  return `${table.toString()}\n${how}; Node ${machine.node}, ${machine.cpus} × ${machine.model}`;
}
