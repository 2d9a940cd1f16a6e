import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * The owner's side of the watchdog.
 *
 * @typedef {object} Guard
 * @property {(record: import('./stop-servers.mjs').ServerRecord) => void} watch stop this when the owner ends
 * @property {(pid: number) => void} forget it has ended by itself
 * @property {(dir: string) => void} throwAway remove this folder at the end
 * @property {() => Promise<void>} close end of the owner's work: everything watched is stopped, then it resolves
 */

/**
 * Starts the watchdog. From here on nothing that was handed to `watch` survives this process, however it ends.
 *
 * @returns {Guard}
 */
export function openGuard() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('watchdog.mjs', import.meta.url))], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', resolve);
  });
  child.unref();
  child.stdin.on('error', () => {});
  /** @param {object} message */
  const tell = (message) => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
  };
  return {
    watch: (record) => tell({ watch: record }),
    forget: (pid) => tell({ forget: pid }),
    throwAway: (dir) => tell({ throwAway: dir }),
    close: async () => {
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}

/**
 * For servers that are meant to outlive their starter (`services up`).
 *
 * @type {Guard}
 */
export const noGuard = { watch() {}, forget() {}, throwAway() {}, close: async () => {} };
