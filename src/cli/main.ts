#!/usr/bin/env node
import { askYesOrNo, canBeAsked } from './ask-yes-or-no.js';
import { CliExit } from './cli-exit.js';
import { runProgram } from './run-program.js';

const { stdin, stdout, stderr } = process;

/** As a shell says it of a program that ended because nobody read on. */
const BROKEN_PIPE = 141;

// `leadkeep … | head` closes the pipe early. What was done is done, and the exit code still tells of it.
let isClosed = false;
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(1);
  isClosed = true;
});
// With `2>&1 |` too: a note that nobody reads must not end what is being done.
stderr.on('error', () => undefined);

function print(text: string): void {
  if (isClosed) throw new CliExit(BROKEN_PIPE);
  stdout.write(`${text}\n`);
}

// The question goes to stderr, since a program may read stdout.
const confirm = (question: string): Promise<boolean> => askYesOrNo(question, stdin, stderr);

process.exitCode = await runProgram(
  {
    env: process.env,
    clock: () => new Date(),
    print,
    note: (text) => void stderr.write(`${text}\n`),
    ...(canBeAsked(stdin, stderr) ? { confirm } : {}),
  },
  process.argv.slice(2),
);
