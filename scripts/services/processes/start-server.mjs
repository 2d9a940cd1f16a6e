import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from './process-identity.mjs';
import { stopProcess } from './stop-servers.mjs';

// Beside `npm ci` and the compiler, on a machine that others keep busy.
const READY_WITHIN_MS = 180_000;

/**
 * @typedef {object} ServerSpec
 * @property {string} name
 * @property {string} file
 * @property {readonly string[]} args
 * @property {NodeJS.ProcessEnv} env also what `file` is looked up with
 * @property {string} cwd
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {string} logFile
 * @property {NodeJS.Signals} signal that makes it stop politely
 * @property {(pid: number) => Promise<boolean>} ready whether it answers; false also when someone else answers in its place
 */

/**
 * Starts a server in a session of its own (the terminal's Ctrl-C does not reach it) and waits until it answers.
 *
 * @param {ServerSpec} spec
 * @param {{ guard: import('./guard.mjs').Guard, signal?: AbortSignal | undefined,
 *   onStarted?: import('../ways/first-that-works.mjs').Context['onStarted'] }} context
 * @returns {Promise<import('./stop-servers.mjs').ProcessRecord>}
 * @throws {Error} with the end of its log when it ends or does not answer within three minutes; it is stopped then
 */
export async function startServer(spec, { guard, signal, onStarted }) {
  signal?.throwIfAborted();
  mkdirSync(dirname(spec.logFile), { recursive: true });
  const logFd = openSync(spec.logFile, 'a');
  const child = spawn(spec.file, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    ...(spec.uid === undefined ? {} : { uid: spec.uid, gid: spec.gid }),
    detached: true,
    stdio: ['ignore', logFd, logFd],
  });
  closeSync(logFd);
  let ended = '';
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, by) => (ended = by ? `ended by ${by}` : `exit code ${code}`));
  child.unref();
  const pid = child.pid ?? 0;
  /** @type {import('./stop-servers.mjs').ProcessRecord} */
  const record = { kind: 'process', name: spec.name, pid, identity: identityOf(pid), signal: spec.signal };
  if (pid) guard.watch(record);

  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const ready = ended === '' && pid > 0 && (await spec.ready(pid).catch(() => false));
    if (ready && ended === '') {
      onStarted?.(spec, record);
      return record;
    }
    const stop =
      ended || (signal?.aborted && 'interrupted') || (Date.now() > deadline && 'no answer in 3 minutes');
    if (stop) {
      await stopProcess(record);
      guard.forget(pid);
      throw new Error(`${spec.name} did not start (${stop})${endOf(spec.logFile)}`);
    }
    await sleep(25);
  }
}

/** @param {string} file */
function endOf(file) {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n').slice(-4);
    return `: ${lines.join(' | ').slice(-500)}`;
  } catch {
    return '';
  }
}
