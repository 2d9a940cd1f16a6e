import { InvalidArgumentError, Option, type Command } from 'commander';
import { parseDuration } from '../core/catalogue/duration.js';

export interface RotateOptions {
  /** In milliseconds. */
  readonly overlap: number;
  readonly json?: boolean;
}

/** Adds `rotate PREFIX` to the command for a kind of key. */
export const addRotate = (
  key: Command,
  run: (prefix: string, options: RotateOptions) => Promise<void>,
): void => {
  key
    .command('rotate')
    .description('replace a key; the old one stays valid for a while')
    .argument('<prefix>', 'first characters of the key')
    .addOption(
      new Option('--overlap <duration>', 'how long the old key stays valid; 0s ends it at once')
        .argParser(overlapOf)
        .default(overlapOf('24h'), '24h'),
    )
    .option('--json', 'print JSON')
    .action(run);
};

function overlapOf(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError('It must be a duration like 24h.');
  return ms;
}
