import { CommanderError } from 'commander';
import type { Cli } from './cli.js';
import { CliExit } from './cli-exit.js';
import { explainError } from './explain-error.js';
import { createProgram } from './program.js';
import { visible, visibleLine } from './render/visible.js';

const DONE = 0;
const FAILED = 1;
const USAGE = 2;

/** Runs one command line (`args` without node and script) and returns its exit code. Never throws. */
export async function runProgram(given: Cli, args: readonly string[]): Promise<number> {
  const cli = cleanCli(given);
  try {
    await createProgram(cli).parseAsync(args, { from: 'user' });
    return DONE;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : USAGE;
    if (error instanceof CliExit) {
      if (error.message !== '') cli.note(`leadkeep: ${error.message}`);
      return error.exitCode;
    }
    cli.note(`leadkeep: ${explainError(error)}`);
    return FAILED;
  }
}

/**
 * Everything that a command prints goes through here. It may repeat what callers, buyers and files sent, so control
 * characters are escaped in one place, for text and for `--json`, and no command can forget it.
 */
function cleanCli(cli: Cli): Cli {
  return {
    ...cli,
    print: (text) => {
      cli.print(visible(text));
    },
    note: (text) => {
      cli.note(visible(text));
    },
    ...(cli.confirm && {
      confirm: async (question) => (await cli.confirm?.(visibleLine(question))) ?? false,
    }),
  };
}
