#!/usr/bin/env node
import { askYesOrNo } from './ask-yes-or-no.js';
import { runProgram } from './run-program.js';

// `leadkeep … | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

const { stdin, stdout, stderr } = process;
// The question goes to stderr, since a program may read stdout.
const confirm = (question: string): Promise<boolean> => askYesOrNo(question, stdin, stderr);

process.exitCode = await runProgram(
  {
    env: process.env,
    clock: () => new Date(),
    print: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    ...(stdin.isTTY && stdout.isTTY && stderr.isTTY ? { confirm } : {}),
  },
  process.argv.slice(2),
);
