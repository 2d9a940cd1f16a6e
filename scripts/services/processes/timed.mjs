const FIRST_SIGN_MS = 2_000;
const NEXT_SIGN_MS = 15_000;

/** @typedef {(line: string) => void} Log */

/**
 * Runs a step and tells about it only when it takes longer than two seconds: once then, every 15 s, and at its end.
 *
 * @template T
 * @param {Log} log
 * @param {string} title what is being done, as one reads it: "downloading 210 packages"
 * @param {() => Promise<T>} step
 * @param {number} [usually] how many seconds it takes on a machine with two cores that does nothing else
 * @returns {Promise<T>}
 */
export async function timed(log, title, step, usually) {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  let told = false;
  /** @type {NodeJS.Timeout} */
  let timer = setTimeout(tell, FIRST_SIGN_MS);
  function tell() {
    const left = usually === undefined ? '' : `, about ${Math.max(usually - seconds(), 5)} s left`;
    log(`${title} … ${seconds()} s${left}`);
    told = true;
    timer = setTimeout(tell, NEXT_SIGN_MS);
  }
  try {
    const result = await step();
    if (told) log(`${title}: done in ${seconds()} s`);
    return result;
  } finally {
    clearTimeout(timer);
  }
}
