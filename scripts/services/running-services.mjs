import { join } from 'node:path';
import { isUp, readState } from './server-state.mjs';

const VARIABLES = /** @type {const} */ ({ redis: 'REDIS_URL', mongo: 'MONGO_URL' });

/**
 * For commands that talk to a Leadkeep that runs already: the URLs of the clone's own servers, where none is set.
 *
 * @param {string} cloneDir
 * @param {import('./timed.mjs').Log} log
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Record<string, string>} variables to add to the environment; not those of servers that don't run
 */
export function runningServices(cloneDir, log, env = process.env) {
  /** @type {Record<string, string>} */
  const urls = {};
  for (const [server, variable] of Object.entries(VARIABLES)) {
    if (env[variable]) continue;
    const state = readState(join(cloneDir, '.leadkeep'), server);
    if (state && isUp(state)) urls[variable] = state.url;
    else
      log(
        `this clone's ${server} does not run (npm start, or npm run services -- up), and ${variable} is not set`,
      );
  }
  return urls;
}
