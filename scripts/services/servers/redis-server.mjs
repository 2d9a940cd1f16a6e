import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:net';
import { onAnyPort } from './ports.mjs';
import { startServer } from '../processes/start-server.mjs';

/**
 * Asks a Redis for `INFO`, without a client library. One that still reads its data says so to every other command.
 *
 * @param {number} port on the loopback interface
 * @returns {Promise<{ pid: number, version: string } | null>} null when nothing answers as Redis within a second, or it is not ready for commands
 */
export function probeRedis(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let text = '';
    /** @param {{ pid: number, version: string } | null} answer */
    const done = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => done(null));
    socket.once('error', () => done(null));
    socket.once('connect', () => socket.write('INFO server persistence\r\n'));
    socket.once('close', () => done(null));
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const version = /redis_version:([\d.]+)/.exec(text)?.[1];
      const pid = /process_id:(\d+)\r/.exec(text)?.[1];
      const loading = /\nloading:(\d)/.exec(text)?.[1];
      if (version && pid && loading) done(loading === '0' ? { pid: Number(pid), version } : null);
    });
  });
}

/**
 * Starts a Redis as the product needs it: it never evicts, and with persistent data it loses at most a second.
 *
 * @param {string} file the redis-server to run
 * @param {import('../ways/first-that-works.mjs').Context} context
 * @returns {Promise<import('../ways/first-that-works.mjs').StartedServer>}
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
