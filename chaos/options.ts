import { Command, InvalidArgumentError, Option } from 'commander';
import type { RedisKind } from './environment/servers.js';

export interface ChaosOptions {
  readonly seed: number;
  readonly submits: number;
  /** The minutes over which the submits are spread. */
  readonly minutes: number;
  readonly people: number;
  readonly redis: RedisKind;
  /** No submit starts after this many minutes. Absent: all are sent, however long it takes. */
  readonly cutMinutes?: number;
  /** Whether faults happen, operators change and settle things, and buyers misbehave. */
  readonly faults: boolean;
  /** Operators' commands run in this process, where none is killed: the start of one takes longer than its work. */
  readonly commandsHere?: true;
  /** How long everything may take to settle afterwards. */
  readonly settleSeconds: number;
  /** The file for the report as JSON. */
  readonly report?: string;
}

const between =
  (min: number, max: number, whole = true) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= min && value <= max) || (whole && !Number.isInteger(value)))
      throw new InvalidArgumentError(`A ${whole ? 'whole ' : ''}number from ${min} to ${max}.`);
    return value;
  };

/** Reads the command line. Ends the process with a message if it is wrong. */
export function readOptions(argv: readonly string[]): ChaosOptions {
  const { settle, ...options } = new Command('chaos')
    .description(
      'Kills and stops processes and servers under load, and compares what was promised with what buyers received.',
    )
    .option('--seed <n>', 'the same people and the same plan of faults again', between(0, 2 ** 31), 1)
    .option('--submits <n>', 'how many leads are submitted', between(10, 200_000), 10_000)
    .option('--minutes <n>', 'the time over which they come', between(0.1, 600, false), 10)
    .option('--people <n>', 'how many consumers there are', between(2, 200_000), 2_000)
    .addOption(
      new Option('--redis <kind>', 'one address for Redis, Sentinels that name its master, or a cluster')
        .choices(['single', 'sentinel', 'cluster'])
        .default('single'),
    )
    .option('--settle <s>', 'seconds in which everything has to come to rest', between(10, 3_600), 180)
    .option('--no-faults', 'nothing dies, nobody misbehaves: nothing may be unknown or failed')
    .option('--report <file>', 'write the report there as JSON')
    .parse([...argv], { from: 'user' })
    .opts<Omit<ChaosOptions, 'settleSeconds'> & { settle: number }>();
  return { ...options, settleSeconds: settle };
}
