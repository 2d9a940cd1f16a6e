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
 * Escapes control characters in everything that a command prints, as text or as `--json`. The output may contain data
 * from callers, buyers and files. It is escaped here, in one place, so that no command can forget it.
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
