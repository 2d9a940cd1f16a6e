import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRunning } from './stop-servers.mjs';

/**
 * What the clone remembers of a server with persistent data, so that `services status` and `down`, and other commands, find it.
 *
 * @typedef {object} ServerState
 * @property {string} url
 * @property {string} way
 * @property {string} since ISO time
 * @property {import('./stop-servers.mjs').ServerRecord[]} records
 * @property {{ what: string, pid: number, identity: string | null } | null} owner the command that stops it at its end; null: until `services down`
 */

/**
 * @param {string} dir the clone's `.leadkeep`
 * @param {string} server
 */
function stateFile(dir, server) {
  return join(dir, 'services', `${server}.json`);
}

/**
 * @param {string} dir
 * @param {string} server
 */
export function lockFile(dir, server) {
  return join(dir, 'services', `${server}.lock`);
}

/**
 * @param {string} dir
 * @param {string} server
 * @returns {ServerState | null} also when its processes have died
 */
export function readState(dir, server) {
  try {
    return JSON.parse(readFileSync(stateFile(dir, server), 'utf8'));
  } catch {
    return null;
  }
}

/** @param {ServerState | null} state */
export function isUp(state) {
  return state !== null && state.records.every(isRunning);
}

/**
 * @param {string} dir
 * @param {string} server
 * @param {ServerState} state
 */
export function writeState(dir, server, state) {
  const file = stateFile(dir, server);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/**
 * @param {string} dir
 * @param {string} server
 */
export function removeState(dir, server) {
  rmSync(stateFile(dir, server), { force: true });
}
