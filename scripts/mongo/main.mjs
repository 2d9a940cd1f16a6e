/**
 * `npm run test:mongo -- [8.0|newest] [single|set|cluster]`: runs the tests of the stores and of the contract, and a short rehearsal, on real
 * servers of MongoDB that Docker starts, or on those of MONGO_URL. Where it finds no server it ends with 77, and never with 0.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startServers } from './servers.mjs';

const cloneDir = fileURLToPath(new URL('../..', import.meta.url));
const NO_SERVER = 77;
const USAGE = 2;
const VERSIONS = ['8.0', 'newest'];
const KINDS = ['single', 'set', 'cluster'];

// Stores and rules that records alone show. Tests that cut a connection need the address of a single server.
const TESTS = [
  'dist/test/contract/**/*.test.js',
  'dist/test/platform/{consent,exchanges,mongo,news,notices,outbox,webhooks}/**/*.test.js',
  'dist/test/e2e/command-budget.test.js',
  'dist/test/mongo/rehearsal.js',
];

const args = process.argv.slice(2).filter((arg) => arg !== '--');
const unknown = args.filter((arg) => ![...VERSIONS, ...KINDS].includes(arg));

/**
 * @param {string} url
 * @param {readonly string[]} containers
 * @returns {Promise<number>} exit code of the tests
 */
function runTests(url, containers) {
  const env = { ...process.env, MONGO_URL: url, LEADKEEP_MONGO_CONTAINERS: containers.join(',') };
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'test', '--', ...TESTS], {
    cwd: cloneDir,
    stdio: 'inherit',
    env,
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function main() {
  if (unknown.length > 0) {
    console.error(`test:mongo: ${unknown.join(' ')} is none of ${[...VERSIONS, ...KINDS].join(', ')}`);
    return USAGE;
  }
  const given = process.env['MONGO_URL'];
  if (given) return runTests(given, []);
  const version = args.find((arg) => VERSIONS.includes(arg)) ?? '8.0';
  const kind = args.find((arg) => KINDS.includes(arg)) ?? 'set';
  let servers;
  try {
    servers = await startServers(version, kind);
  } catch (error) {
    console.error(`test:mongo: nothing was tested: ${/** @type {Error} */ (error).message}`);
    return NO_SERVER;
  }
  try {
    return await runTests(servers.url, servers.containers);
  } finally {
    await servers.stop();
  }
}

process.exitCode = await main();
