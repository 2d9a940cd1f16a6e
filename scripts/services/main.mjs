/**
 * `npm run services -- up|down|status`: the clone's own Redis and MongoDB-protocol server, with persistent data.
 */
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { ensureInstalled } from '../launch/ensure-installed.mjs';
import { withLock } from './processes/file-lock.mjs';
import { ensureServices, stopPersistentServer } from './ensure-services.mjs';
import { noGuard } from './processes/guard.mjs';
import { isSameProcess } from './processes/process-identity.mjs';
import { isUp, lockFile, readState } from './server-state.mjs';

const cloneDir = fileURLToPath(new URL('../..', import.meta.url));
const dir = join(cloneDir, '.leadkeep');
const SERVERS = /** @type {const} */ (['redis', 'mongo']);
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => interrupted.abort(new Error('interrupted')));

const log = (/** @type {string} */ line) => console.error(`services: ${line}`);

async function up() {
  const { signal } = interrupted;
  const installed = () => ensureInstalled(cloneDir, { log, signal, guard: noGuard });
  const { mongoUrl, redisUrl, how } = await ensureServices({
    mode: 'persistent',
    cloneDir,
    log,
    signal,
    installed,
    owner: null,
  });
  console.log(`REDIS_URL=${redisUrl}  (${how.redis})`);
  console.log(`MONGO_URL=${mongoUrl}  (${how.mongo})`);
  const volumes = Object.values(how).includes('docker')
    ? ` (by way docker: in volumes that its data/docker-project-* name)`
    : '';
  console.log(`Data is kept in ${dir}${volumes}; stop them with: npm run services -- down`);
}

function status() {
  for (const server of SERVERS) {
    const state = readState(dir, server);
    const owner = state?.owner ? `, belongs to ${state.owner.what} (process ${state.owner.pid})` : '';
    if (state && isUp(state))
      console.log(
        `${server}: running, ${state.url}, by way "${state.way}", ${pids(state)}since ${state.since}${owner}`,
      );
    else console.log(`${server}: not running${state ? ' (it ended without being stopped)' : ''}`);
  }
}

/** @param {import('./server-state.mjs').ServerState} state */
function pids({ records }) {
  const named = records.flatMap((record) =>
    record.kind === 'process' ? [`${record.name} ${record.pid}`] : [],
  );
  return named.length === 0 ? '' : `processes ${named.join(' and ')}, `;
}

async function down() {
  for (const server of SERVERS) {
    await withLock(
      lockFile(dir, server),
      { log, signal: interrupted.signal, what: `starting ${server}` },
      async () => {
        const state = readState(dir, server);
        if (state?.owner && isSameProcess(state.owner.pid, state.owner.identity)) {
          console.error(
            `${server} belongs to ${state.owner.what} (process ${state.owner.pid}): stop that one.`,
          );
          process.exitCode = 1;
          return;
        }
        const was = state && isUp(state);
        if (state) await stopPersistentServer(dir, server, state.records);
        console.log(`${server}: ${was ? 'stopped' : 'was not running'}`);
      },
    );
  }
}

const commands = { up, status, down };
const command = commands[/** @type {keyof typeof commands} */ (process.argv[2])];
try {
  if (!command) throw new Error('which of: up, down, status? For example: npm run services -- up');
  await command();
} catch (error) {
  console.error(`services: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
}
