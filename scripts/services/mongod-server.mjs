import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onAnyPort } from './on-any-port.mjs';
import { ownsPort } from './owns-port.mjs';
import { probeMongo } from './probe-mongo.mjs';
import { startServer } from './start-server.mjs';

/**
 * @param {string} file the mongod to run
 * @param {import('./context.mjs').Context} context
 * @returns {Promise<import('./context.mjs').StartedServer>}
 */
export function startMongod(file, context) {
  const dataDir = join(context.dir, 'data/mongod');
  mkdirSync(dataDir, { recursive: true });
  return onAnyPort(async (port) => {
    const record = await startServer(
      {
        name: 'mongod',
        file,
        args: ['--dbpath', dataDir, '--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'],
        env: context.env,
        cwd: dataDir,
        logFile: join(context.dir, 'logs/mongod.log'),
        signal: 'SIGTERM',
        ready: async (pid) => ownsPort(pid, port) && probeMongo(port),
      },
      context,
    );
    return { url: `mongodb://127.0.0.1:${port}`, records: [record] };
  }, context.pickPort);
}
