import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const run = promisify(execFile);
const docker = async (/** @type {readonly string[]} */ args) => (await run('docker', [...args])).stdout;

const ANSWERS_WITHIN_MS = 5_000;
const READY_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 500;
const FIRST_PORT = 27_117;
const IMAGES = { '8.0': 'mongo:8.0', newest: 'mongo:latest' };

/**
 * @typedef {object} Servers
 * @property {string} url
 * @property {readonly string[]} containers whose names the rehearsal needs, to pause one
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a single server, a replica set of three, or two shards behind a router, on ports of this machine. A driver asks each member of a
 * set by its own address, so the containers share the machine's network, which takes Linux.
 *
 * @param {string} version
 * @param {string} kind
 * @returns {Promise<Servers>}
 * @throws {Error} when Docker or its images are not there
 */
export async function startServers(version, kind) {
  await run('docker', ['version'], { timeout: ANSWERS_WITHIN_MS }).catch(() => {
    throw new Error('MONGO_URL is not set, and no Docker engine answers');
  });
  const image = /** @type {Record<string, string>} */ (IMAGES)[version] ?? '';
  const prefix = `leadkeep-mongo-${randomBytes(3).toString('hex')}`;
  /** @type {string[]} */
  const containers = [];
  const stop = async () => {
    if (containers.length > 0) await docker(['rm', '--force', '--volumes', ...containers]);
  };

  /** @param {readonly string[]} command @param {number} port */
  async function start(command, port) {
    const name = `${prefix}-${port}`;
    containers.push(name);
    await docker(['run', '--detach', '--name', name, '--network', 'host', image, ...command]);
    await until(name, port, 'db.adminCommand({ ping: 1 }).ok === 1');
  }
  const common = ['--bind_ip', '127.0.0.1', '--setParameter', 'enableTestCommands=1'];
  const mongod = (/** @type {number} */ port, /** @type {readonly string[]} */ ...more) =>
    start(['mongod', '--port', String(port), ...common, ...more], port);

  /** @param {string} name of the set @param {readonly number[]} ports @param {readonly string[]} more */
  async function set(name, ports, ...more) {
    for (const port of ports) await mongod(port, '--replSet', name, ...more);
    const members = ports.map((port, _id) => ({ _id, host: `127.0.0.1:${port}` }));
    const [first = 0] = ports;
    const config = JSON.stringify({ _id: name, members });
    await ask(`${prefix}-${first}`, first, `rs.initiate(${config})`);
    await until(`${prefix}-${first}`, first, 'db.hello().isWritablePrimary');
    return `${name}/${ports.map((port) => `127.0.0.1:${port}`).join(',')}`;
  }

  try {
    const port = FIRST_PORT;
    if (kind === 'single') {
      await mongod(port);
      return { url: `mongodb://127.0.0.1:${port}/`, containers, stop };
    }
    if (kind === 'set') {
      const [, hosts] = (await set('rs0', [port, port + 1, port + 2])).split('/');
      return { url: `mongodb://${hosts}/?replicaSet=rs0`, containers, stop };
    }
    const config = await set('config', [port + 1], '--configsvr');
    const shards = [await set('one', [port + 2], '--shardsvr'), await set('two', [port + 3], '--shardsvr')];
    await start(['mongos', '--port', String(port), ...common, '--configdb', config], port);
    for (const shard of shards) await ask(`${prefix}-${port}`, port, `sh.addShard(${JSON.stringify(shard)})`);
    return { url: `mongodb://127.0.0.1:${port}/`, containers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {string} container @param {number} port @param {string} script */
const ask = (container, port, script) =>
  docker(['exec', container, 'mongosh', '--quiet', '--port', String(port), '--eval', script]);

/** @param {string} container @param {number} port @param {string} holds */
async function until(container, port, holds) {
  const end = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const told = await ask(container, port, `print(${holds})`).catch(() => '');
    if (told.trim().endsWith('true')) return;
    if (performance.now() > end) throw new Error(`${container} did not become ready: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
