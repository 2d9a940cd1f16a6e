import { availableParallelism, cpus } from 'node:os';
import Table from 'cli-table3';
import type { Timed } from './load.js';
import type { BenchOptions } from './options.js';
import type { Measured, Round } from './rounds.js';
import type { SideName } from './side.js';
import { median } from './statistics.js';

/** The medians over the rounds of one side, and the rounds. */
interface Figures extends Timed {
  readonly cpu_ms_per_call?: number;
  readonly commands_per_call?: number;
  readonly rounds: readonly Round[];
}

/** This build ÷ another side: the median over neighboring rounds. */
interface Ratio {
  readonly rate: number;
  readonly p99: number;
  readonly cpu?: number;
}

export interface Report {
  readonly at: string;
  readonly machine: { readonly node: string; readonly cpus: number; readonly model: string };
  readonly options: Pick<BenchOptions, 'seconds' | 'connections' | 'rounds'>;
  readonly operations: readonly {
    readonly operation: string;
    readonly connections: number;
    readonly sides: Readonly<Partial<Record<SideName, Figures>>>;
    readonly to_bare: Ratio;
    readonly to_former?: Ratio;
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
    operations: measured.map(({ operation: { name }, connections: inFlight, rounds: of }) => {
      const { leadkeep = [], former, bare = [] } = of;
      const sides = { leadkeep, ...(former && { former }), bare };
      return {
        operation: name,
        connections: inFlight,
        sides: Object.fromEntries(Object.entries(sides).map(([side, own]) => [side, figuresOf(own)])),
        to_bare: ratioOf(leadkeep, bare),
        ...(former && { to_former: ratioOf(leadkeep, former) }),
      };
    }),
  };
}

/** Pairs of rounds that are close in time, so that a machine that slows down spoils neither. */
function ratioOf(ours: readonly Round[], others: readonly Round[]): Ratio {
  const over = (of: (round: Round) => number | undefined): number | undefined => {
    const ratios = ours.map((round, i) => {
      const other = others[i];
      return (of(round) ?? Number.NaN) / ((other && of(other)) ?? Number.NaN);
    });
    const known = ratios.filter((ratio) => !Number.isNaN(ratio));
    return known.length === 0 ? undefined : tidy(median(known));
  };
  const cpu = over(({ used }) => used?.cpu_ms);
  return {
    rate: over(({ requests_per_second }) => requests_per_second) ?? Number.NaN,
    p99: over(({ p99_ms }) => p99_ms) ?? Number.NaN,
    ...(cpu === undefined ? {} : { cpu }),
  };
}

function figuresOf(rounds: readonly Round[]): Figures {
  const middle = (of: (round: Round) => number | undefined): number | undefined => {
    const known = rounds.flatMap((round) => of(round) ?? []);
    return known.length === 0 ? undefined : tidy(median(known));
  };
  const cpu = middle(({ used }) => used?.cpu_ms);
  const commands = middle(({ used }) => used?.commands);
  return {
    requests_per_second: middle(({ requests_per_second }) => requests_per_second) ?? 0,
    p50_ms: middle(({ p50_ms }) => p50_ms) ?? 0,
    p99_ms: middle(({ p99_ms }) => p99_ms) ?? 0,
    ...(cpu === undefined ? {} : { cpu_ms_per_call: cpu }),
    ...(commands === undefined ? {} : { commands_per_call: commands }),
    rounds,
  };
}

const tidy = (value: number): number => Number(value.toFixed(2));

const HEAD = ['operation', 'in flight', 'side', 'calls/s', 'p50 ms', 'p99 ms', 'CPU ms', 'commands'];
const RATIOS = ['ratio', 'p99 ratio', 'CPU ratio'];

/** The report as text. The ratios in a line are those of Leadkeep to the side of that line. */
export function tableOf({ machine, options, operations }: Report): string {
  const head = [...HEAD, ...RATIOS];
  const left = new Set(['operation', 'side']);
  const table = new Table({
    head,
    style: { head: [], border: [] },
    colAligns: head.map((name) => (left.has(name) ? 'left' : 'right')),
  });
  for (const { operation, connections, sides, to_bare, to_former } of operations)
    for (const [side, figures] of Object.entries(sides)) {
      const ratio = { leadkeep: undefined, former: to_former, bare: to_bare }[side as SideName];
      table.push([
        ...(side === 'leadkeep' ? [operation, String(connections)] : ['', '']),
        side,
        figures.requests_per_second.toFixed(0),
        ...[figures.p50_ms, figures.p99_ms, figures.cpu_ms_per_call, figures.commands_per_call].map((value) =>
          shown(value, 1),
        ),
        ...[ratio?.rate, ratio?.p99, ratio?.cpu].map((value) => shown(value, 2)),
      ]);
    }
  const how = `medians of ${options.rounds} rounds of ${options.seconds} s`;
  return `${table.toString()}\n${how}; Node ${machine.node}, ${machine.cpus} × ${machine.model}`;
}

/** Rounds of the bare pipeline that differ by more say that the machine was not quiet, so that its ratios mean little. */
const STEADY = 1.3;

/**
 * Where the rounds of the bare pipeline differed too much, in a sentence each. It is frozen: what changes its rate is the
 * machine.
 */
export const unsteadyOf = ({ operations }: Report): string[] =>
  operations.flatMap(({ operation, connections, sides: { bare } }) => {
    const rates = bare?.rounds.map(({ requests_per_second }) => requests_per_second) ?? [];
    const [least, most] = [Math.min(...rates), Math.max(...rates)];
    if (rates.length === 0 || most <= least * STEADY) return [];
    const rounds = `${least.toFixed(0)} to ${most.toFixed(0)} calls/s`;
    return [
      `${operation}, ${connections} in flight: rounds of the bare pipeline had ${rounds}; measure again on a quiet machine`,
    ];
  });

const shown = (value: number | undefined, digits: number): string => value?.toFixed(digits) ?? '–';
