import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:net';
import { onAnyPort, ownsPort } from './ports.mjs';
import { startServer } from '../processes/start-server.mjs';

// OP_MSG with { ping: 1, $db: "admin" }: small enough to be written out, so that no driver is needed before `npm ci`.
const BODY = Buffer.concat([
  Buffer.from('\x10ping\0', 'latin1'),
  Buffer.from([1, 0, 0, 0]),
  Buffer.from('\x02$db\0', 'latin1'),
  Buffer.from([6, 0, 0, 0]),
  Buffer.from('admin\0\0', 'latin1'),
]);
const OK = Buffer.from('\x01ok\0\0\0\0\0\0\0\xf0\x3f', 'latin1');

function pingMessage() {
  const message = Buffer.alloc(16 + 4 + 1 + 4 + BODY.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(1, 4);
  message.writeInt32LE(2013, 12);
  message.writeInt32LE(4 + BODY.length, 21);
  BODY.copy(message, 25);
  return message;
}

/**
 * Sends `ping` to a server that speaks MongoDB's protocol.
 *
 * @param {number} port on the loopback interface
 * @returns {Promise<boolean>} whether it said ok within two seconds
 */
export function probeMongo(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = Buffer.alloc(0);
    /** @param {boolean} ok */
    const done = (ok) => {
      socket.destroy();
      resolve(ok);
    };
    socket.setTimeout(2_000, () => done(false));
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
    socket.once('connect', () => socket.write(pingMessage()));
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length >= 16 && answer.length >= answer.readInt32LE(0)) done(answer.includes(OK));
    });
  });
}

/**
 * @param {string} file the mongod to run
 * @param {import('../ways/first-that-works.mjs').Context} context
 * @returns {Promise<import('../ways/first-that-works.mjs').StartedServer>}
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

/**
 * @param {string} file
 * @param {number} postgresPort
 * @param {import('../ways/first-that-works.mjs').Context} context
 * @returns {Promise<{ url: string, record: import('../processes/stop-servers.mjs').ProcessRecord }>}
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
