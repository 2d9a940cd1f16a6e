#!/usr/bin/env node
import { CommanderError } from 'commander';
import type { Cli } from './cli.js';
import { explainError } from './explain-error.js';
import { createProgram } from './program.js';

const USAGE = 2;

const cli: Cli = {
  env: process.env,
  clock: () => new Date(),
  print: (text) => void process.stdout.write(`${text}\n`),
  note: (text) => void process.stderr.write(`${text}\n`),
};

// `leadkeep … | head` ends the pipe early, which is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

try {
  await createProgram(cli).parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE;
  else {
    cli.note(`leadkeep: ${explainError(error)}`);
    process.exitCode = 1;
  }
}
