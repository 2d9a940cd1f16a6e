import { getPriority, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { nameFault } from '../outbound/name-fault.js';
import { askProxy } from '../outbound/proxy-tunnel.js';
import { ownSecretNames } from '../outbound/secret-value.js';
import { announceProcess } from './announce.js';
import { requireDataKeys } from './data-keys.js';
import { serveHealth } from './health.js';
import { repeat } from './repeat.js';
import { openPlatform, type Platform } from './platform.js';
import { requireJournal } from './probe-erasures.js';
import { redisTlsNote } from '../redis/redis-tls.js';
import { readSettings, readSettingsWithoutIdentities, SettingsError, type Settings } from './settings.js';
import { drainOnSignal } from './shutdown.js';

/** Starts a process's work once its platform is open. Resolves with a function that finishes the running work. */
export type Begin = (platform: Platform) => Promise<() => Promise<void>>;

/** These processes do nothing without the way out. The others tell people, or answer them, all the same. */
const CALLING: readonly string[] = ['submit', 'partner', 'notify'];

const CLOCK_EVERY_MS = 2_000;
const LOOK_AGAIN_MS = 500;
const SAY_EVERY_LOOKS = 20;

/**
 * Runs a process: settings, platform, health, work, then a drained end. `web` and `console` begin at once and answer
 * 503 while a service is away or the clock is wrong. A worker begins when everything is ready, but for data keys, and works
 * while its clock is right. All answer `/readyz` on HEALTH_PORT if it is set. An error that prevents the process from running
 * is written as one sentence, and the exit code is 1.
 */
export async function runProcess(name: string, begin: Begin): Promise<void> {
  try {
    await run(name, begin);
  } catch (error) {
    die(error);
  }
}

/** These processes use stored keys and hash nothing themselves. */
const WITHOUT_IDENTITIES: readonly string[] = ['search', 'partner', 'sweeper', 'notify', 'console'];
/** These processes answer callers, so they begin at once. */
const ANSWERING: readonly string[] = ['web', 'console'];
/** These processes work off queues that can wait for others on the machine (ADR 32). A search's caller waits for `search`. */
const YIELDING: readonly string[] = ['submit', 'partner', 'sweeper', 'notify'];

const NICENESS = 10;

async function run(name: string, begin: Begin): Promise<void> {
  const readOwn = WITHOUT_IDENTITIES.includes(name) ? readSettingsWithoutIdentities : readSettings;
  const settings = readOwn(process.env);
  requireDataKeys(settings);
  await requireJournal(name, settings);
  // Who was started with more niceness may have no right to less.
  if (YIELDING.includes(name) && NICENESS > getPriority()) setPriority(NICENESS);
  const platform = await openPlatform(settings, name);
  const { log } = platform;
  platform.started.catch(die);
  const note = redisTlsNote(settings);
  if (note !== undefined) log[settings.redisTls === 'unverified' ? 'warn' : 'info'](note);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault that nobody caught');
    process.exit(1);
  });
  const releasers: (() => Promise<void>)[] = [() => platform.close()];
  const drain = async (): Promise<void> => {
    stop.abort();
    for (const release of releasers.splice(0).reverse()) await release();
  };
  const stop = new AbortController();
  drainOnSignal({ drain, limitMs: settings.shutdownMs, log });

  const { healthPort, host, healthHost = host } = settings;
  if (healthPort !== undefined)
    releasers.push(await serveHealth(platform.health, { port: healthPort, host: healthHost }));
  if (CALLING.includes(name)) await requireProxy(settings, log);
  if (stop.signal.aborted) return;
  const { board, happened, clockWatch } = platform;
  const looking = repeat({
    everyMs: CLOCK_EVERY_MS,
    task: () => clockWatch.look(),
    onError: () => undefined,
  });
  releasers.push(() => looking.drain());
  let isWorking = ANSWERING.includes(name);
  releasers.push(
    announceProcess({
      ...{ name, clockWatch, board, happened, isWorking: () => isWorking },
      missingSecrets: () => platform.missingSecrets(),
      ownSecrets: () => ownSecretNames(process.env),
    }),
  );
  if (isWorking) {
    releasers.push(await begin(platform));
    log.info('started');
    return;
  }
  const working = workWhileRight(platform, begin, stop.signal, (is) => {
    isWorking = is;
  });
  releasers.push(() => working);
  await working;
}

type Worked = Pick<Platform, 'ready' | 'log' | 'metrics'> & {
  readonly clockWatch: Pick<Platform['clockWatch'], 'fault'>;
};

/**
 * Begins the work when everything is ready, and ends it while the clock is wrong. Resolves when it has ended after `stop`.
 * `onChange` hears whether work is taken.
 */
export async function workWhileRight<P extends Worked>(
  platform: P,
  begin: (platform: P) => Promise<() => Promise<void>>,
  stop: AbortSignal,
  onChange: (isWorking: boolean) => void = () => undefined,
  lookEveryMs = CLOCK_EVERY_MS,
): Promise<void> {
  const { log, metrics, clockWatch } = platform;
  const isStopping = (): boolean => stop.aborted;
  while (!isStopping()) {
    await untilUsable(platform, stop);
    if (isStopping()) return;
    const others = new Set(namesIn(metrics));
    const end = await begin(platform);
    onChange(true);
    log.info('started');
    while (!isStopping() && clockWatch.fault() === undefined)
      await pause(lookEveryMs, undefined, { signal: stop }).catch(() => undefined);
    onChange(false);
    await end();
    // What it measures begins with it again.
    for (const metric of namesIn(metrics)) if (!others.has(metric)) metrics.removeSingleMetric(metric);
  }
}

const namesIn = (metrics: Platform['metrics']): string[] =>
  (metrics.getMetricsAsArray() as readonly { readonly name: string }[]).map(({ name }) => name);

/** A proxy that refuses the password lets nothing leave, so that is said at once. One that is away may come back. */
async function requireProxy({ outboundProxy }: Settings, log: Platform['log']): Promise<void> {
  const refusal = outboundProxy === undefined ? undefined : await askProxy(new URL(outboundProxy));
  if (!refusal) return;
  if (refusal.status !== undefined)
    throw new SettingsError(
      `Settings: OUTBOUND_PROXY must have the user and password that its proxy accepts: it answered ${refusal.status}.`,
    );
  log.warn(`nothing can be sent: ${nameFault(refusal, 'connect')}`);
}

/** Only records under a data key that is not here wait for it (docs/data-keys.md), so the process works on all others. */
const BEGINS_WITHOUT: readonly string[] = ['data_keys'];

async function untilUsable(
  { ready, log }: Pick<Platform, 'ready' | 'log'>,
  stop: AbortSignal,
): Promise<void> {
  for (let looks = 0; !stop.aborted; looks += 1) {
    const { ready: isReady, checks } = await ready();
    if (isReady) return;
    const lacking = Object.keys(checks).filter((name) => checks[name] !== 'ok');
    if (lacking.every((name) => BEGINS_WITHOUT.includes(name))) {
      log.warn({ checks }, 'begins without what some records need');
      return;
    }
    if (looks % SAY_EVERY_LOOKS === 1) log.warn({ checks }, 'waiting to be ready');
    await pause(LOOK_AGAIN_MS);
  }
}

function die(error: unknown): never {
  const told = error instanceof SettingsError;
  process.stderr.write(`leadkeep: ${told ? error.message : `could not start: ${String(error)}`}\n`);
  process.exit(1);
}
