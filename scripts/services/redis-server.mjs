import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { probeRedis } from './probe-redis.mjs';
import { onAnyPort } from './on-any-port.mjs';
import { startServer } from './start-server.mjs';

/**
 * Starts a Redis as the product needs it: it never evicts, and with persistent data it loses at most a second.
 *
 * @param {string} file the redis-server to run
 * @param {import('./context.mjs').Context} context
 * @returns {Promise<import('./context.mjs').StartedServer>}
 */
export function startRedis(file, context) {
  const dataDir = join(context.dir, 'data/redis');
  mkdirSync(dataDir, { recursive: true });
  const keep = context.mode === 'persistent' ? ['--appendonly', 'yes'] : ['--appendonly', 'no', '--save', ''];
  return onAnyPort(async (port) => {
    const args = ['--bind', '127.0.0.1', '--port', String(port), '--dir', dataDir, '--daemonize', 'no'];
    const record = await startServer(
      {
        name: 'redis',
        file,
        args: [...args, '--maxmemory-policy', 'noeviction', ...keep],
        env: context.env,
        cwd: dataDir,
        logFile: join(context.dir, 'logs/redis.log'),
        signal: 'SIGTERM',
        ready: async (pid) => (await probeRedis(port))?.pid === pid,
      },
      context,
    );
    return { url: `redis://127.0.0.1:${port}`, records: [record] };
  }, context.pickPort);
}
