import { setTimeout as pause } from 'node:timers/promises';
import { isDeadlock } from '../../process/outage.js';

const MAX_TRIES = 12;

/** FerretDB locks the records of one command one after the other. If two commands wait for each other, it undoes one. */
export async function retryDeadlocks<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isDeadlock(error) || tries === MAX_TRIES) throw error;
      await pause(Math.random() * 5 * tries);
    }
  }
}
