import { parseArgs } from 'node:util';

export interface FuzzOptions {
  readonly requests: number;
  /** The same seed sends the same requests, in the same order. */
  readonly seed: number;
  /** Calls under way at the same time. */
  readonly concurrency: number;
  /** It ends by then, however many requests are left. */
  readonly minutes: number;
}

/** Reads `--requests 20000 --seed 1 --concurrency 16 --minutes 30`. Throws a sentence about what is no number. */
export function readOptions(args: readonly string[]): FuzzOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      concurrency: { type: 'string', default: '16' },
      minutes: { type: 'string', default: '1000' },
    },
  });
  const whole = (name: keyof typeof values, least: number): number => {
    const number = Number(values[name]);
    if (!Number.isInteger(number) || number < least)
      throw new Error(`--${name} must be a whole number, ${least} or more`);
    return number;
  };
  return {
    requests: whole('requests', 1),
    seed: whole('seed', 0),
    concurrency: whole('concurrency', 1),
    minutes: whole('minutes', 1),
  };
}

const LEAST_WARM_UP = 500;
const MAX_WARM_UP = 3_000;

/** How many requests warm the processes up before their figures are taken. */
export const warmUpOf = ({ requests }: FuzzOptions): number =>
  Math.min(MAX_WARM_UP, Math.max(LEAST_WARM_UP, Math.round(requests / 10)));
