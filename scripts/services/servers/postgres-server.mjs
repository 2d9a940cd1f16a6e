import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { makePostgresDir, postgresAccount } from './postgres-account.mjs';
import { onAnyPort } from './ports.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { POSTGRES_BIN } from '../packages/sid-root.mjs';
import { startServer } from '../processes/start-server.mjs';
import { stopServers } from '../processes/stop-servers.mjs';

// Written when the extension is in: a cluster without it was interrupted and is made again.
const COMPLETE = 'leadkeep-complete';

/** Nothing of the user's settings: PGPORT or LD_LIBRARY_PATH would lead these programs astray. */
const ENV = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', HOME: '/nonexistent' };

/**
 * Starts the PostgreSQL with DocumentDB that FerretDB works on; makes its cluster when there is none.
 *
 * @param {string} root the unpacked packages
 * @param {import('../ways/first-that-works.mjs').Context} context
 * @returns {Promise<{ port: number, record: import('../processes/stop-servers.mjs').ProcessRecord }>}
 */
export async function startPostgres(root, context) {
  const account = postgresAccount();
  const bin = join(root, POSTGRES_BIN);
  const wanted = join(context.dir, 'data/postgres');
  const dataDir = makePostgresDir(wanted, account);
  if (dataDir !== wanted)
    context.log(`PostgreSQL's data is in ${dataDir}: its user nobody cannot get to ${wanted}`);
  const run = { ...account, env: ENV, cwd: dataDir, signal: context.signal, guard: context.guard };
  const fresh = !existsSync(join(dataDir, COMPLETE));
  if (fresh) {
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
    const sync = context.mode === 'private' ? ['--no-sync'] : [];
    const args = ['-D', dataDir, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-U', 'postgres', ...sync];
    await runCommand(join(bin, 'initdb'), args, run);
  }
  return onAnyPort(async (port) => {
    const record = await startServer(
      {
        name: 'postgres',
        file: join(bin, 'postgres'),
        args: ['-D', dataDir, ...settings(port)],
        env: ENV,
        ...account,
        cwd: dataDir,
        logFile: join(context.dir, 'logs/postgres.log'),
        // Throw-away data needs no checkpoint: end at once. Otherwise: end the sessions, then a clean shutdown.
        signal: context.mode === 'private' ? 'SIGQUIT' : 'SIGINT',
        ready: async (pid) => isReady(dataDir, pid),
      },
      context,
    );
    if (fresh) {
      const sql = 'create extension if not exists documentdb cascade';
      const args = ['-qXh', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-c', sql];
      await runCommand(join(bin, 'psql'), args, run).catch((error) =>
        stopServers([record]).then(() => Promise.reject(error)),
      );
      writeFileSync(join(dataDir, COMPLETE), '');
    }
    return { port, record };
  }, context.pickPort);
}

const MB = 2 ** 20;

/**
 * An eighth of the memory, within 128 MB and 1 GB: other servers and all processes are on the same machine.
 *
 * @param {number} memory in bytes
 */
const sharedBuffers = (memory) => `${Math.min(Math.max(Math.floor(memory / 8 / MB), 128), 1024)}MB`;

/** @param {number} port */
function settings(port) {
  const values = {
    shared_preload_libraries: 'pg_cron,pg_documentdb_core,pg_documentdb',
    'cron.database_name': 'postgres',
    'cron.host': '127.0.0.1',
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: sharedBuffers(totalmem()),
    // ANALYZE evaluates the condition of each partial index on each record of its sample: a millisecond for a lead. DocumentDB
    // plans without statistics, and the usual 100 (30,000 leads, each minute while leads arrive) keeps half a core busy.
    default_statistics_target: 1,
    // Inserts at once under one unique key wait for each other in DocumentDB's index: do not leave them a second.
    deadlock_timeout: '20ms',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * What `pg_ctl -w` does: the server writes its own pid and "ready" into a file.
 *
 * @param {string} dataDir
 * @param {number} pid
 */
function isReady(dataDir, pid) {
  const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}
