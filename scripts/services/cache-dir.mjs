import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export const runsAsRoot = process.getuid?.() === 0;

/**
 * Where everything lies that was downloaded or built. Root's is not below /root: the database then runs as `nobody`,
 * who must be able to read it.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
export function cacheDir(env = process.env) {
  if (env.LEADKEEP_CACHE) return resolve(env.LEADKEEP_CACHE);
  return runsAsRoot ? '/var/cache/leadkeep' : join(env.HOME || homedir(), '.cache', 'leadkeep');
}
