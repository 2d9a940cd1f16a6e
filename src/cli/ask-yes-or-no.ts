import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

interface Terminal {
  readonly isTTY?: boolean;
}

/** Whether somebody can read a question and answer it. What the command prints may go elsewhere: `leadkeep apply … | tee`. */
export const canBeAsked = (stdin: Terminal, stderr: Terminal): boolean =>
  stdin.isTTY === true && stderr.isTTY === true;

/** Asks the person at the terminal. Only "y" and "yes" mean yes; the end of the input and Ctrl-C mean no. */
export async function askYesOrNo(question: string, input: Readable, output: Writable): Promise<boolean> {
  const lines = createInterface({ input, output });
  let answer = '';
  lines.question(`${question} [y/N] `, (line) => {
    answer = line;
    lines.close();
  });
  await once(lines, 'close');
  return /^\s*y(es)?\s*$/i.test(answer);
}
