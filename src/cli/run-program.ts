import { CommanderError } from 'commander';
import { cleanCli } from './clean-cli.js';
import type { Cli } from './cli.js';
import { CliExit } from './cli-exit.js';
import { explainError } from './explain-error.js';
import { createProgram } from './program.js';

const DONE = 0;
const FAILED = 1;
const USAGE = 2;

/** Runs one command line (`args` without node and script) and answers its exit code. Never throws. */
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
