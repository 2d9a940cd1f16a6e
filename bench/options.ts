import { Command, InvalidArgumentError, Option } from 'commander';
import { OPERATIONS, type Operation } from './operations.js';

const SCALES = ['offers', 'stored', 'burst'] as const;
type ScaleName = (typeof SCALES)[number];

export interface BenchOptions {
  readonly json: boolean;
  /** Runs only one of the scale runs. */
  readonly scale?: ScaleName;
  /** Sizes of the campaigns. */
  readonly offers: readonly number[];
  /** How many leads are stored. */
  readonly leads: readonly number[];
  /** The beginning of the names of databases that stay for the next run. */
  readonly keep?: string;
  /** The size of the burst. */
  readonly submits: number;
  /** The seconds of one timed round. */
  readonly seconds: number;
  /** The seconds of the round before the first timed one. */
  readonly warmUp: number;
  /** Calls in flight at once: each operation is measured at each of these loads. */
  readonly connections: readonly number[];
  /** A clone of the build that this one is compared with, compiled. */
  readonly against?: string;
  /** Timed rounds of each operation and side. */
  readonly rounds: number;
  /** Absent: all operations. */
  readonly only?: readonly Operation['name'][];
  /** Folder for CPU profiles of our processes. */
  readonly profile?: string;
}

const between =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(`A whole number from ${min} to ${max}.`);
    return value;
  };

const numbers =
  (min: number, max: number) =>
  (text: string, all: readonly number[] | undefined): readonly number[] => [
    ...(all ?? []),
    between(min, max)(text),
  ];

/** Options that are given several values. */
type Lists = 'connections' | 'offers' | 'leads';

/** Reads the command line. Ends the process with a message if it is wrong. */
export function readOptions(argv: readonly string[]): BenchOptions {
  const read = new Command('bench')
    .description(
      'Measures the real processes beside a bare pipeline that does the same I/O without our logic.',
    )
    .option('--json', 'print one JSON document instead of a table', false)
    .addOption(
      new Option('--scale <run>', 'many offers, many stored leads, or a burst of submits').choices(SCALES),
    )
    .option('--offers <n...>', 'with --scale offers: sizes of the campaigns', numbers(10, 10_000))
    .option('--leads <n...>', 'with --scale stored: how many are stored', numbers(100, 100_000_000))
    .option('--keep <name>', 'with --scale stored: keep the stored leads in databases that begin so')
    .option('--submits <n>', 'with --scale burst: how many in five seconds', between(1, 100_000), 5_000)
    .option('--seconds <n>', 'length of one timed round', between(1, 600), 5)
    .option('--warm-up <n>', 'seconds of a round before the first timed one', between(1, 600), 5)
    .option(
      '--connections <n...>',
      'calls in flight at once; with several, each is measured',
      numbers(1, 256),
    )
    .option('--against <dir>', 'a compiled clone of the build to compare with')
    .option('--rounds <n>', 'timed rounds of each operation and side', between(1, 100), 3)
    .addOption(
      new Option('--only <operations...>', 'measure these alone').choices(OPERATIONS.map(({ name }) => name)),
    )
    .option('--profile <dir>', 'write CPU profiles of our processes there')
    .parse(argv, { from: 'user' })
    .opts<Omit<BenchOptions, Lists> & Partial<Pick<BenchOptions, Lists>>>();
  const { connections = [16], offers = [10, 100, 1_000], leads = [1_000, 100_000, 1_000_000] } = read;
  return { ...read, connections, offers, leads };
}
