/**
 * `node scripts/launch.mjs TARGET [args]`: called by the scripts of package.json. Works in a clone without node_modules:
 * installs and compiles what is missing while the services start, runs the target, and stops everything it started.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './launch/ensure-browser.mjs';
import { ensureCompiled } from './launch/ensure-compiled.mjs';
import { ensureInstalled } from './launch/ensure-installed.mjs';
import { ensurePage } from './launch/ensure-page.mjs';
import { runTarget } from './launch/run-target.mjs';
import { besideStart, readStartEnv } from './launch/start-env.mjs';
import { Interrupted, listenForStopSignals } from './launch/stop-signals.mjs';
import { targetOf, targets } from './launch/targets.mjs';
import { usageAskedFor } from './launch/usage-asked-for.mjs';
import { ensureServices } from './services/ensure-services.mjs';
import { openGuard } from './services/processes/guard.mjs';
import { runningServices } from './services/server-state.mjs';

const cloneDir = fileURLToPath(new URL('..', import.meta.url));
const [name = '', ...rest] = process.argv.slice(2);
const given = rest[0] === '--' ? rest.slice(1) : rest;
// A test file may be named by its source; what runs is what it is compiled to.
const args = given.map((arg) =>
  name === 'test' ? arg.replace(/^(\.\/)?(test\/.+)\.ts$/, 'dist/$2.js') : arg,
);

// The first lines say what is wrong; npm ends with its whole usage text.
const SHOWN_LINES = 60;

// To stderr: stdout belongs to the target.
const log = (/** @type {string} */ line) => console.error(`leadkeep: ${line}`);

/**
 * The settings of this clone, for targets that work on its data. Demo, tests, benchmark and chaos never use .env.
 *
 * @param {import('./launch/targets.mjs').Target} target
 */
function readDotEnv({ services }) {
  const file = fileURLToPath(new URL('../.env', import.meta.url));
  if (['persistent', 'running'].includes(services) && existsSync(file)) process.loadEnvFile(file);
}

/** @param {import('./launch/targets.mjs').Target} target */
async function launch(target) {
  const signals = listenForStopSignals();
  const guard = openGuard();
  const failed = new AbortController();
  const context = { log, guard, signal: AbortSignal.any([signals.aborted, failed.signal]) };
  const installing = ensureInstalled(cloneDir, context);
  const compiling = installing.then(() => ensureCompiled(cloneDir, context));
  const unpacking = target.browser ? ensureBrowser(cloneDir, context) : Promise.resolve('');
  const page = target.page ? buildPage(target.page, context) : undefined;
  const startEnv = target.services === 'running' ? readStartEnv(cloneDir) : {};
  const serving = provideServices(target, { ...context, startEnv, installed: () => installing });
  try {
    const [, services, LEADKEEP_CHROMIUM] = await Promise.all([
      compiling,
      serving,
      unpacking,
      target.page === 'first' ? page : undefined,
    ]);
    return await runTarget(target.entry, [...(target.args ?? []), ...args], {
      cwd: cloneDir,
      env: {
        ...besideStart(startEnv, process.env),
        ...services.env,
        ...(target.browser ? { LEADKEEP_CHROMIUM } : {}),
      },
      guard,
      signals,
    });
  } finally {
    failed.abort(new Error('ended'));
    await Promise.allSettled([compiling, unpacking, page]);
    await serving.then((services) => services.stop()).catch(() => {});
    await guard.close();
  }
}

/**
 * Builds the console's page: before the target runs, or beside it. A page that can't be built does not stop the processes.
 *
 * @param {'first' | 'beside' | undefined} when
 * @param {import('./launch/ensure-installed.mjs').LaunchContext} context
 */
async function buildPage(when, context) {
  try {
    await ensurePage(cloneDir, context);
  } catch (error) {
    if (when === 'first') throw error;
    const { message } = /** @type {Error} */ (error);
    if (!context.signal.aborted) log(`the console's page could not be built: ${message}`);
  }
}

/**
 * @param {import('./launch/targets.mjs').Target} target
 * @param {import('./launch/ensure-installed.mjs').LaunchContext &
 *   { startEnv: NodeJS.ProcessEnv, installed: () => Promise<void> }} context
 * @returns {Promise<{ env: NodeJS.ProcessEnv, stop: () => Promise<void> }>}
 */
async function provideServices(target, context) {
  if (target.services === 'own') return { env: {}, stop: async () => {} };
  if (target.services === 'running') {
    const env = runningServices(cloneDir, log, process.env, context.startEnv);
    return { env, stop: async () => {} };
  }
  const { mongoUrl, redisUrl, how, stop } = await ensureServices({
    ...context,
    mode: target.services,
    cloneDir,
    owner: `npm ${name}`,
  });
  // Tests that kill servers of their own need to know whether this machine has any.
  const ways = `mongo=${how.mongo},redis=${how.redis}`;
  return { env: { MONGO_URL: mongoUrl, REDIS_URL: redisUrl, LEADKEEP_WAYS: ways }, stop };
}

try {
  const target = targetOf(name, args);
  if (!target) throw new Error(`"${name}" is none of: ${Object.keys(targets).join(', ')}`);
  const usage = usageAskedFor(target, args);
  if (usage !== undefined) console.log(usage);
  else {
    readDotEnv(target);
    process.exitCode = await launch(target);
  }
} catch (error) {
  const { message, output } = /** @type {Error & { output?: string }} */ (error);
  if (!(error instanceof Interrupted)) {
    if (output) console.error(output.trimEnd().split('\n').slice(0, SHOWN_LINES).join('\n'));
    log(output ? (message.split(':')[0] ?? message) : message);
  }
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
}
