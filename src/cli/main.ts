#!/usr/bin/env node
import { runProgram } from './run-program.js';

// `leadkeep … | head` ends the pipe early, which is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

process.exitCode = await runProgram(
  {
    env: process.env,
    clock: () => new Date(),
    print: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
  },
  process.argv.slice(2),
);
