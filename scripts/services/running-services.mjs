import { join } from 'node:path';
import { isUp, readState } from './server-state.mjs';

const VARIABLES = /** @type {const} */ ({ redis: 'REDIS_URL', mongo: 'MONGO_URL' });

/**
 * For commands that talk to a Leadkeep that runs already: the URLs of the clone's own servers, where none is set. Says in
 * one line which are neither there nor set.
 *
 * @param {string} cloneDir
 * @param {import('./timed.mjs').Log} log
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
