import { runCli } from '../processes/run-cli.js';
import { readProcfile } from '../processes/procfile.js';
import { startProcess, type RunningProcess } from '../processes/running-process.js';
import { startSandbox } from '../processes/start-sandbox.js';
import { aborted, Interrupted, stopSignal } from '../processes/stop-signal.js';
import { baseOf, waitReady } from '../processes/wait-ready.js';
import { applyWhenNone } from './apply-when-none.js';
import { writeEnvFile } from './env-file.js';
import { firstSignIn } from './first-sign-in.js';
import { consolePort } from './console-port.js';
import { healthPortsOf } from './health-ports.js';
import { nextSteps } from './next-steps.js';
import { createPrefixedLog } from './prefixed-log.js';
import { requireFreePort } from './require-free-port.js';
import { sandboxOption, type SandboxOption } from './sandbox-option.js';
import { sandboxPort, startEnv } from './start-env.js';

/** Processes drain for up to 25 s (SHUTDOWN_MS). */
const GRACE_MS = 28_000;
const PATIENCE_MS = 300_000;

const prefixed = createPrefixedLog();
const say = prefixed('start');
const signal = stopSignal();
const processes: RunningProcess[] = [];
let removeEnvFile = (): void => undefined;

try {
  await Promise.race([run(sandboxOption(process.argv.slice(2))), aborted(signal)]);
} catch (error) {
  if (!(error instanceof Interrupted)) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
const isStopping = processes.some((child) => child.isRunning());
if (isStopping) say('stopping: what is in hand is finished first …');
// The buyers stop last: a lead that is being sent still waits for its answer.
const [sandboxes, services] = [true, false].map((isSandbox) =>
  processes.filter(({ name }) => (name === 'sandbox') === isSandbox),
);
for (const group of [services, sandboxes])
  await Promise.all((group ?? []).map((child) => child.stop(GRACE_MS)));
removeEnvFile();
if (isStopping) say('stopped');

/** Runs until every process has ended by itself, which is unexpected. */
async function run(played: SandboxOption | undefined): Promise<void> {
  const given = await startEnv(played !== undefined, say);
  await requireFreePort('PORT', Number(given['PORT']), given['HOST']);
  const CONSOLE_PORT = await consolePort(given['CONSOLE_PORT'], given['CONSOLE_HOST']);
  const consoleUrl = given['CONSOLE_URL'] || `http://localhost:${CONSOLE_PORT}`;
  const env: NodeJS.ProcessEnv = { ...given, CONSOLE_PORT, CONSOLE_URL: consoleUrl };
  if (played?.hasHistory) await playHistory(env);
  const { release, services } = readProcfile();
  const released = await start(release, env).ended;
  if (released !== 'code 0') throw new Error(`release failed: ${released}`);
  const sandboxUrl = played ? await sandboxBeside(played, env) : undefined;
  const envFile = await writeEnvFile(env);
  removeEnvFile = envFile.remove;
  if (envFile.beside !== undefined) say(envFile.beside);
  // In production, nothing else tells whether `web` is ready.
  const ownPorts = env['NODE_ENV'] === 'production' ? '0' : undefined;
  const healthPorts = await healthPortsOf(services, env['HEALTH_PORT'] || ownPorts);
  const running = services.map((entry) => start(entry, { ...env, HEALTH_PORT: healthPorts.get(entry.name) }));
  const web = running.find(({ name }) => name === 'web');
  const webHealth = healthPorts.get('web') ?? env['PORT'];
  if (web)
    await Promise.race([waitUntilUp(web, Number(webHealth), env['HOST']), ...running.map(endedAtStart)]);
  say(`pids: ${running.map(({ name, pid }) => `${name} ${pid}`).join(', ')}`);
  if (healthPorts.size > 0) say(`health: ${[...healthPorts].map((each) => each.join(' ')).join(', ')}`);
  const steps = nextSteps(
    { web: baseOf(env['HOST'], env['PORT'] ?? ''), console: consoleUrl },
    sandboxUrl,
    played?.isDemo ?? false,
    envFile.name,
    await firstSignIn(env, signal),
  );
  for (const line of steps) say(line);
  await Promise.all(running.map(tellEnd));
  throw new Error('every process has ended');
}

/** Fills an empty database. Only then is it of use to start the rest. */
async function playHistory(env: NodeJS.ProcessEnv): Promise<void> {
  const ended = await start({ name: 'history', args: ['dist/test/month/history/main.js'] }, env).ended;
  if (ended !== 'code 0') throw new Error('the history was not played');
  // Counts what the history has sold. Otherwise the first lead would do it, and caps would look empty until then.
  const { ok, stderr } = await runCli(['ledger', 'rebuild'], env, signal);
  if (!ok) throw new Error(`the caps of the history were not counted: ${stderr.trim()}`);
}

/** Starts the sandbox where its catalogue expects it. Returns its address. */
async function sandboxBeside({ file, catalogue }: SandboxOption, env: NodeJS.ProcessEnv): Promise<string> {
  signal.throwIfAborted();
  const sandbox = startSandbox(sandboxPort(env), env, prefixed('sandbox'), file);
  processes.push(sandbox.process);
  const url = await sandbox.url;
  if (catalogue !== undefined) say(await applyWhenNone(env, signal, { url, file: catalogue }));
  return url;
}

function start(entry: { name: string; args: readonly string[] }, env: NodeJS.ProcessEnv): RunningProcess {
  signal.throwIfAborted();
  const child = startProcess({ ...entry, env, onLine: prefixed(entry.name) });
  processes.push(child);
  return child;
}

function waitUntilUp(web: RunningProcess, healthPort: number, host?: string): Promise<void> {
  return waitReady(web, healthPort, { signal, patienceMs: PATIENCE_MS, host });
}

async function endedAtStart(child: RunningProcess): Promise<never> {
  throw new Error(`${child.name} did not start: ${await child.ended}`);
}

/** If one process ends later, or you stop it, the others keep running. */
async function tellEnd(child: RunningProcess): Promise<void> {
  const how = await child.ended;
  if (!signal.aborted) say(`${child.name} (pid ${child.pid}) has ended: ${how}. The others go on.`);
}
