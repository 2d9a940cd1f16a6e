import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErasureJournal } from '../../app/ports/erasure-store.js';
import type { Erasure } from '../../core/person/erasure.js';
import { syncFolder, writeSynced } from './write-synced.js';

const NAME = /^(\d{8})\.json$/;
const nameOf = (number: number): string => `${String(number).padStart(8, '0')}.json`;

/** A folder with one file for each erasure. It must exist: a wrong mount must not look like an empty journal. */
export function createErasureJournal(dir: string): ErasureJournal {
  const numbers = async (): Promise<number[]> =>
    (await readdir(dir)).flatMap((name) => Number(NAME.exec(name)?.[1] ?? NaN) || []).sort((a, b) => a - b);
  return {
    last: async () => (await numbers()).at(-1) ?? 0,
    async write(erasure) {
      try {
        await writeNew(dir, nameOf(erasure.number), JSON.stringify(erasure));
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      }
    },
    async read() {
      const all: Erasure[] = [];
      for (const number of await numbers()) {
        const { at, ...rest } = JSON.parse(await readFile(join(dir, nameOf(number)), 'utf8')) as Erasure;
        all.push({ ...rest, at: new Date(at) });
      }
      return all;
    },
  };
}

/**
 * The file and its name are on disk when this resolves. The file is there in whole or not at all, so that a process that
 * ends here leaves no entry that can't be read.
 */
async function writeNew(dir: string, name: string, text: string): Promise<void> {
  const draft = join(dir, `.${name}.${randomUUID()}`);
  try {
    await writeSynced(draft, `${text}\n`, 'wx');
    await link(draft, join(dir, name));
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dir);
}
