import { freePort, isFree } from './free-port.mjs';

const TRIES = 3;

/**
 * A free port may be taken by another program before the server has it: then the start is tried on another one.
 * The port is asked, not the server's log: each server says it in its own words, and some say more after it.
 *
 * @template T
 * @param {(port: number) => Promise<T>} start
 * @param {() => Promise<number>} [pickPort]
 * @returns {Promise<T>}
 */
export async function onAnyPort(start, pickPort = freePort) {
  for (let left = TRIES - 1; ; left -= 1) {
    const port = await pickPort();
    try {
      return await start(port);
    } catch (error) {
      if (left === 0 || (await isFree(port))) throw error;
    }
  }
}
