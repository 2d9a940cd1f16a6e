import { wayDocker } from './way-docker.mjs';
import { wayDownload } from './way-download.mjs';
import { wayPackages } from './way-packages.mjs';
import { wayPath } from './way-path.mjs';

/** In the order in which they are tried; way 1 (a given URL) comes before all of them. */
const WAYS = [wayPath, wayDocker, wayDownload, wayPackages];

/** @typedef {'redis' | 'mongo'} ServerName */

const ADVICE = {
  redis: { product: 'Redis', variable: 'REDIS_URL', program: 'redis-server (7 or newer)' },
  mongo: { product: 'MongoDB-protocol server', variable: 'MONGO_URL', program: 'mongod (6 or newer)' },
};

/**
 * @param {ServerName} server
 * @param {import('./context.mjs').Context} context
 * @returns {Promise<import('./context.mjs').StartedServer & { way: string }>}
 * @throws {Error} one sentence: what was tried, and the three ways to get on
 */
export async function firstThatWorks(server, context) {
  /** @type {string[]} */
  const tried = [];
  for (const way of chosenWays(context.env)) {
    const start = way[server];
    if (!start) continue;
    try {
      return { ...(await start(context)), way: way.name };
    } catch (error) {
      context.signal.throwIfAborted();
      tried.push(`${way.name} (${/** @type {Error} */ (error).message})`);
    }
  }
  const { product, variable, program } = ADVICE[server];
  throw new Error(
    `no ${product} could be found or started; tried: ${tried.join(', ')}; set ${variable}, or install ${program}, or install Docker.`,
  );
}

/**
 * `LEADKEEP_SERVICES=packages` or `path,packages`: only these, in this order.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {import('./context.mjs').Way[]}
 */
export function chosenWays(env) {
  if (!env.LEADKEEP_SERVICES) return WAYS;
  return env.LEADKEEP_SERVICES.split(',').map((name) => {
    const way = WAYS.find((candidate) => candidate.name === name.trim());
    if (!way)
      throw new Error(
        `LEADKEEP_SERVICES names "${name}"; there are: ${WAYS.map((known) => known.name).join(', ')}.`,
      );
    return way;
  });
}
