import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isUuid } from '../core/uuid.js';
import { CliError } from './cli-error.js';
import { WHY_UNREADABLE } from './read-sources.js';

/** Reads the ids of a file, one per line, and skips empty lines. Throws a CliError on anything else. */
export async function* readIds(file: string): AsyncGenerator<string> {
  let number = 0;
  const stream = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      number += 1;
      const id = line.trim();
      if (id === '') continue;
      if (!isUuid(id)) throw new CliError(`${file}:${number} is not an id`);
      yield id.toLowerCase();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new CliError(
        `${file} can't be read: ${WHY_UNREADABLE[String(error.code)] ?? String(error.code)}`,
      );
    throw error;
  } finally {
    stream.destroy();
  }
}
