import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long something that a test closes may take to be gone, even on a busy machine. */
const LEAK_MS = 60_000;

// Not in Node's documented interface, and the only one that hands out the things themselves. Timers are not among them.
const handles = () => /** @type {any} */ (process)._getActiveHandles();

/** @type {Set<object>} what the process had before the file */
let known = new Set();
let startedAt = 0;

/**
 * Around each test file, in the process that runs it: how long it took, and a failure if it leaves a socket, a server or a
 * process open, which would keep a process from ending.
 */
export const mochaHooks = {
  beforeAll() {
    known = new Set(handles());
    startedAt = performance.now();
  },
  /** @this {Mocha.Context} */
  async afterAll() {
    const file = relative(process.cwd(), this.test?.parent?.suites[0]?.file ?? 'a file without tests');
    const ms = Math.round(performance.now() - startedAt);
    if (process.env.LEADKEEP_TIMES_FILE) appendFileSync(process.env.LEADKEEP_TIMES_FILE, `${ms} ${file}\n`);
    this.timeout(2 * LEAK_MS);
    const left = () => handles().filter((/** @type {object} */ handle) => !known.has(handle));
    for (const end = performance.now() + LEAK_MS; left().length > 0 && performance.now() < end;)
      await sleep(20);
    if (left().length > 0) throw new Error(`${file} left something open: ${left().map(told).join('; ')}`);
  },
};

/** @param {any} handle */
const told = (handle) => {
  const { remotePort, localPort, spawnargs } = handle;
  return `${handle.constructor.name} ${JSON.stringify({ remotePort, localPort, spawnargs })}`;
};
