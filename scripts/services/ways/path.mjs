import { startMongod } from '../servers/mongo-servers.mjs';
import { startRedis } from '../servers/redis-server.mjs';
import { runCommand } from '../processes/run-command.mjs';

// A program that has not told its version by then never will; a busy machine may take seconds.
const HUNG_MS = 30_000;

/**
 * Way 2: servers that are installed on this machine, as instances of our own.
 *
 * @type {import('./first-that-works.mjs').Way}
 */
export const wayPath = {
  name: 'path',
  async redis(context) {
    await atLeast('redis-server', 7, context);
    return startRedis('redis-server', context);
  },
  async mongo(context) {
    await atLeast('mongod', 8, context);
    return startMongod('mongod', context);
  },
};

/**
 * @param {string} program
 * @param {number} needed major version
 * @param {import('./first-that-works.mjs').Context} context
 */
async function atLeast(program, needed, { signal, env }) {
  const text = await runCommand(program, ['--version'], { signal, env, timeoutMs: HUNG_MS }).catch(
    (error) => {
      const missing = /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT';
      throw missing ? new Error(`${program} is not on the PATH`) : error;
    },
  );
  const major = Number(/v=?(\d+)\./.exec(text)?.[1] ?? 0);
  if (major < needed)
    throw new Error(`${program} on the PATH is version ${major}, needed is ${needed} or newer`);
}
