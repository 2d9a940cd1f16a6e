import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRunning } from './processes/stop-servers.mjs';

/**
 * What the clone remembers of a server with persistent data, so that `services status` and `down`, and other commands, find it.
 *
 * @typedef {object} ServerState
 * @property {string} url
 * @property {string} way
 * @property {string} since ISO time
 * @property {import('./processes/stop-servers.mjs').ServerRecord[]} records
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

const VARIABLES = /** @type {const} */ ({ redis: 'REDIS_URL', mongo: 'MONGO_URL' });

/**
 * For commands that talk to a Leadkeep that runs already: the URLs of the clone's own servers, where none is set. Says in
 * one line which are neither there nor set.
 *
 * @param {string} cloneDir
 * @param {import('./processes/timed.mjs').Log} log
 * @param {NodeJS.ProcessEnv} [env] what is set: goes before the clone's own servers
 * @param {NodeJS.ProcessEnv} [fallback] what is taken when they don't run
 * @returns {Record<string, string>} variables to add to the environment; not those of servers that don't run
 */
export function runningServices(cloneDir, log, env = process.env, fallback = {}) {
  /** @type {Record<string, string>} */
  const urls = {};
  const missing = [];
  for (const [server, variable] of Object.entries(VARIABLES)) {
    if (env[variable]) continue;
    const state = readState(join(cloneDir, '.leadkeep'), server);
    if (state && isUp(state)) urls[variable] = state.url;
    else if (!fallback[variable]) missing.push({ server, variable });
  }
  if (missing.length > 0) {
    const servers = missing.map(({ server }) => server).join(' and ');
    const variables = missing.map(({ variable }) => variable).join(' and ');
    const [run, are] = missing.length === 1 ? ['does not run', 'is'] : ['do not run', 'are'];
    log(
      `this clone's ${servers} ${run} (npm start, or npm run services -- up), and ${variables} ${are} not set`,
    );
  }
  return urls;
}
