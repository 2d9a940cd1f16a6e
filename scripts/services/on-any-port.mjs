const TRIES = 3;

/**
 * A free port may be taken by another program before the server has it: then the start is tried on another one.
 *
 * @template T
 * @param {() => Promise<T>} start
 * @returns {Promise<T>}
 */
export async function onAnyPort(start) {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await start();
    } catch (error) {
      const taken = /address already in use|bind/i.test(/** @type {Error} */ (error).message);
      if (!taken || left === 0) throw error;
    }
  }
}
