import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

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
