import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onAnyPort } from './on-any-port.mjs';
import { ownsPort } from './owns-port.mjs';
import { probeMongo } from './probe-mongo.mjs';
import { startServer } from './start-server.mjs';

/**
 * @param {string} file
 * @param {number} postgresPort
 * @param {import('./context.mjs').Context} context
 * @returns {Promise<{ url: string, record: import('./stop-servers.mjs').ProcessRecord }>}
 */
export function startFerretdb(file, postgresPort, context) {
  const stateDir = join(context.dir, 'data/ferretdb');
  mkdirSync(stateDir, { recursive: true });
  return onAnyPort(async (port) => {
    const record = await startServer(
      {
        name: 'ferretdb',
        file,
        args: [
          `--postgresql-url=postgres://postgres@127.0.0.1:${postgresPort}/postgres`,
          `--listen-addr=127.0.0.1:${port}`,
          '--no-auth',
          '--telemetry=disable',
          // Its default port would collide between instances.
          '--debug-addr=-',
          `--state-dir=${stateDir}`,
          '--log-level=warn',
        ],
        env: { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: stateDir, DO_NOT_TRACK: '1' },
        cwd: stateDir,
        logFile: join(context.dir, 'logs/ferretdb.log'),
        signal: 'SIGTERM',
        ready: async (pid) => ownsPort(pid, port) && probeMongo(port),
      },
      context,
    );
    return { url: `mongodb://127.0.0.1:${port}`, record };
  }, context.pickPort);
}
