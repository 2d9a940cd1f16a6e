import { wayDocker } from './docker.mjs';
import { wayDownload } from './download.mjs';
import { wayPackages } from './packages.mjs';
import { wayPath } from './path.mjs';

/**
 * What every way gets.
 *
 * @typedef {object} Context
 * @property {'private' | 'persistent'} mode private: throw-away data; persistent: kept in the clone
 * @property {string} dir of this instance: data and logs lie below it
 * @property {NodeJS.ProcessEnv} env
 * @property {import('../processes/timed.mjs').Log} log
 * @property {import('../processes/guard.mjs').Guard} guard
 * @property {AbortSignal} signal
 * @property {(spec: import('../processes/start-server.mjs').ServerSpec, record: import('../processes/stop-servers.mjs').ProcessRecord) => void} [onStarted]
 *   told of every process that was started, with all that starting it again needs
 * @property {() => Promise<number>} [pickPort] default: any free one
 * @property {() => Promise<void>} installed resolves when node_modules is complete; starts `npm ci` if nobody has
 *
 * @typedef {object} StartedServer
 * @property {string} url
 * @property {import('../processes/stop-servers.mjs').ServerRecord[]} records in the order of their start; none when nothing was started
 *
 * @typedef {object} Way
 * @property {string} name
 * @property {(context: Context) => Promise<StartedServer>} [redis] rejects with a sentence: why not on this machine
 * @property {(context: Context) => Promise<StartedServer>} mongo
 */

/** In the order in which they are tried; way 1 (a given URL) comes before all of them. */
const WAYS = [wayPath, wayDocker, wayDownload, wayPackages];

/** @typedef {'redis' | 'mongo'} ServerName */

const ADVICE = {
  redis: { product: 'Redis', variable: 'REDIS_URL', program: 'redis-server (7 or newer)' },
  mongo: { product: 'MongoDB-protocol server', variable: 'MONGO_URL', program: 'mongod (6 or newer)' },
};

/**
 * @param {ServerName} server
 * @param {Context} context
 * @returns {Promise<StartedServer & { way: string }>}
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
 * @returns {Way[]}
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
