import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnSync } from 'node:child_process';
import { isSameProcess } from './process-identity.mjs';

/**
 * What is needed to stop something later, from another process too: plain data, kept in the state file
 * and told to the watchdog.
 *
 * @typedef {object} ProcessRecord
 * @property {'process'} kind
 * @property {string} name
 * @property {number} pid leader of a process group of its own
 * @property {string | null} identity see process-identity.mjs
 * @property {NodeJS.Signals} signal the polite one
 * @property {number} [graceMs] after which it is killed; 10 s when not given
 *
 * @typedef {object} DockerRecord
 * @property {'docker'} kind
 * @property {string} name
 * @property {string[]} down arguments for `docker` that stop it
 * @property {string[]} running arguments for `docker` that print something while it runs
 *
 * @typedef {ProcessRecord | DockerRecord} ServerRecord
 */

const GRACE_MS = 10_000;

/**
 * Stops the given servers, the last started first, and waits until they are gone.
 * Says nothing and never throws: it also runs where nobody listens.
 *
 * @param {readonly ServerRecord[]} records in the order of their start
 * @param {readonly string[]} [throwAwayDirs] removed when everything has stopped
 */
export async function stopServers(records, throwAwayDirs = []) {
  for (const record of [...records].reverse()) {
    if (record.kind === 'docker') docker(record.down);
    else await stopProcess(record);
  }
  for (const dir of throwAwayDirs) {
    await rm(dir, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }
}

/** @param {ServerRecord} record */
export function isRunning(record) {
  if (record.kind === 'docker') return docker(record.running).trim() !== '';
  return isSameProcess(record.pid, record.identity);
}

/** @param {string[]} args */
function docker(args) {
  return spawnSync('docker', args, { encoding: 'utf8' }).stdout ?? '';
}

/** @param {ProcessRecord} record */
export async function stopProcess(record) {
  if (!isSameProcess(record.pid, record.identity)) return;
  send(record.pid, record.signal);
  const deadline = Date.now() + (record.graceMs ?? GRACE_MS);
  while (isSameProcess(record.pid, record.identity) && Date.now() < deadline) await sleep(15);
  // The rest of its group: itself when it did not listen, and children that it left behind.
  send(-record.pid, 'SIGKILL');
  while (isSameProcess(record.pid, record.identity) && Date.now() < deadline + GRACE_MS) await sleep(15);
}

/**
 * @param {number} pid negative: the group
 * @param {NodeJS.Signals} signal
 */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone in the meantime.
  }
}
