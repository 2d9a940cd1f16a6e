import { setTimeout as sleep } from 'node:timers/promises';
import { isDeadlock } from '../../process/outage.js';
import { isDuplicateKey } from './duplicate-key.js';

/** Tries of one insert. Simultaneous inserts of one key can fail each other. */
const MAX_TRIES = 8;

/** The longest pause before the second try. The limit doubles with every further try. */
const PAUSE_MS = 40;

/**
 * Inserts, or reads what is in the way. Null: it is inserted. On FerretDB, two inserts with one key often wait for each
 * other, and one of them is undone. That insert is repeated and then finds the other document.
 */
export async function insertOrRead<Row>(
  insert: () => Promise<unknown>,
  read: () => Promise<Row | null>,
): Promise<Row | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      await insert();
      return null;
    } catch (error) {
      if (tries === MAX_TRIES || !(isDeadlock(error) || isDuplicateKey(error))) throw error;
      const existing = await read();
      if (existing) return existing;
      // What was in the way is gone, or FerretDB undid the other insert too.
      await sleep(Math.random() * PAUSE_MS * 2 ** (tries - 1));
    }
  }
}
