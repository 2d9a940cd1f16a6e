import { Command, InvalidArgumentError } from 'commander';
import type { MonthOptions } from './story/tell-month.js';

const between =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(`A whole number from ${min} to ${max}.`);
    return value;
  };

/** Reads the command line. Ends the process with a message if it is wrong. */
export const readOptions = (argv: readonly string[]): MonthOptions =>
  new Command('month')
    .description('Plays a month of a made-up exchange in simulated time, and proves that its books balance.')
    .option('--leads <n>', 'how many leads come in the month', between(100, 1_000_000), 50_000)
    .option('--seed <n>', 'the same month again', between(0, 2 ** 31), 1)
    .parse([...argv], { from: 'user' })
    .opts<MonthOptions>();
