import { randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf, isSameProcess } from './process-identity.mjs';

// Far longer than a starved machine holds anybody up between two lines.
const BREAKING_MS = 60_000;

/**
 * Runs a step while holding a lock file. A lock whose owner is dead is broken; one whose owner lives is waited for.
 *
 * @template T
 * @param {string} file
 * @param {{ log: (line: string) => void, signal?: AbortSignal | undefined, what: string }} options `what` names the work, for the waiting line
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
export async function withLock(file, { log, signal, what }, step) {
  mkdirSync(dirname(file), { recursive: true });
  const start = Date.now();
  let toldAfter = 0;
  while (!tryLock(file)) {
    signal?.throwIfAborted();
    const owner = readOwner(file);
    if (owner && !isSameProcess(owner.pid, owner.identity)) breakLock(file, owner.id);
    else {
      const seconds = Math.round((Date.now() - start) / 1000);
      if (seconds >= toldAfter + (toldAfter === 0 ? 2 : 15)) {
        log(`waiting for process ${owner?.pid ?? '?'}, which is ${what} … ${seconds} s`);
        toldAfter = seconds;
      }
      await sleep(100);
    }
  }
  try {
    return await step();
  } finally {
    unlinkSync(file);
  }
}

/**
 * Written beside and linked into place: the lock never exists without its owner in it.
 *
 * @param {string} file
 */
function tryLock(file) {
  const id = randomUUID();
  const draft = `${file}.${id}`;
  writeFileSync(draft, JSON.stringify({ id, pid: process.pid, identity: identityOf(process.pid) }));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

/**
 * @param {string} file
 * @returns {{ id: string, pid: number, identity: string | null } | null} null when it is gone
 */
function readOwner(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Only one process at a time breaks a lock, and only the one it has seen dead: otherwise a slow one could remove
 * the lock that a quicker one has just taken.
 *
 * @param {string} file
 * @param {string} deadId
 */
function breakLock(file, deadId) {
  const breaking = `${file}.breaking`;
  try {
    mkdirSync(breaking);
  } catch {
    removeIfOld(breaking);
    return;
  }
  try {
    if (readOwner(file)?.id === deadId) unlinkSync(file);
  } finally {
    rmSync(breaking, { recursive: true, force: true });
  }
}

/** @param {string} dir left by a process that died in the middle of breaking a lock */
function removeIfOld(dir) {
  try {
    if (Date.now() - statSync(dir).mtimeMs > BREAKING_MS) rmdirSync(dir);
  } catch {
    // Gone in the meantime.
  }
}
