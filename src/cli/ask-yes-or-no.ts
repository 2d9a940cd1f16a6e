import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Asks a person; only a "y" or "yes" is one. The end of the input and Ctrl-C are a no. */
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
