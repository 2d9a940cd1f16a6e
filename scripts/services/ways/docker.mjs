import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../processes/run-command.mjs';
import { stopServers } from '../processes/stop-servers.mjs';
import { timed } from '../processes/timed.mjs';

const FILE = fileURLToPath(new URL('../../../docker-compose.services.yml', import.meta.url));
const ANSWERS_WITHIN_MS = 3_000;

/**
 * Way 3: the servers of docker-compose.services.yml, each as a compose project of its own, their ports on the loopback interface.
 *
 * @type {import('./first-that-works.mjs').Way}
 */
export const wayDocker = {
  name: 'docker',
  redis: (context) => startService('redis', 6379, context),
  mongo: (context) => startService('mongo', 27017, context),
};

const SCHEMES = { redis: 'redis', mongo: 'mongodb' };

/**
 * @param {'redis' | 'mongo'} service
 * @param {number} innerPort
 * @param {import('./first-that-works.mjs').Context} context
 * @returns {Promise<import('./first-that-works.mjs').StartedServer>}
 */
async function startService(service, innerPort, context) {
  const { signal, guard, log, mode } = context;
  const run = { signal, guard, env: context.env };
  await engineAnswers(run);
  const base = ['compose', '-p', projectName(service, context), '-f', FILE];
  /** @type {import('../processes/stop-servers.mjs').DockerRecord} */
  const record = {
    kind: 'docker',
    name: service,
    down: [...base, 'down', '--timeout', '10', ...(mode === 'private' ? ['--volumes'] : [])],
    running: [...base, 'ps', '--quiet', '--status', 'running', service],
  };
  guard.watch(record);
  try {
    await timed(log, `docker compose up ${service}`, () =>
      runCommand('docker', [...base, 'up', '-d', '--wait', service], run),
    );
    const place = await runCommand('docker', [...base, 'port', service, String(innerPort)], run);
    const port = /:(\d+)\s*$/.exec(place)?.[1];
    if (!port) throw new Error(`docker told no port for ${service}`);
    return { url: `${SCHEMES[service]}://127.0.0.1:${port}`, records: [record] };
  } catch (error) {
    await stopServers([record]);
    throw error;
  }
}

/** @param {import('../processes/run-command.mjs').RunOptions} run */
async function engineAnswers(run) {
  const limited = { ...run, timeoutMs: ANSWERS_WITHIN_MS };
  const asked = [
    runCommand('docker', ['version', '--format', '{{.Server.Version}}'], limited),
    runCommand('docker', ['compose', 'version'], limited),
  ];
  await Promise.all(asked).catch((error) => {
    const missing = /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT';
    throw new Error(missing ? 'docker is not on the PATH' : 'no Docker engine with compose answers');
  });
}

/**
 * The same for the same data: a clone's volumes are found again by what `.leadkeep` has, as long as it is there, like the data of
 * the other ways.
 *
 * @param {string} service
 * @param {import('./first-that-works.mjs').Context} context
 */
function projectName(service, { mode, dir }) {
  const name = `leadkeep-${randomBytes(4).toString('hex')}-${service}`;
  if (mode === 'private') return name;
  const file = join(dir, `data/docker-project-${service}`);
  mkdirSync(join(dir, 'data'), { recursive: true });
  try {
    writeFileSync(file, name, { flag: 'wx' });
    return name;
  } catch {
    return readFileSync(file, 'utf8');
  }
}
