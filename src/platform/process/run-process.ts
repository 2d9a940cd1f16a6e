import { setTimeout as pause } from 'node:timers/promises';
import { serveHealth } from './health.js';
import { openPlatform, type Platform } from './platform.js';
import { readSettings, readSettingsWithoutIdentities, SettingsError } from './settings.js';
import { drainOnSignal } from './shutdown.js';

/** What a process does when its platform is open. Resolves with how it finishes what it has in hand. */
export type Begin = (platform: Platform) => Promise<() => Promise<void>>;

const LOOK_AGAIN_MS = 500;
const SAY_EVERY_LOOKS = 20;

/**
 * The life of a process: settings, platform, health, work, drained end. `web` begins at once and answers 503 while
 * a service is away; a worker begins when everything is there. Both answer `/readyz` on HEALTH_PORT where it is set. What stops it
 * from running is told in one sentence, with exit code 1.
 */
export async function runProcess(name: string, begin: Begin): Promise<void> {
  try {
    await run(name, begin);
  } catch (error) {
    die(error);
  }
}

/** These work on stored keys and hash nothing themselves. */
const WITHOUT_IDENTITIES: readonly string[] = ['search', 'partner', 'sweeper'];

async function run(name: string, begin: Begin): Promise<void> {
  const readOwn = WITHOUT_IDENTITIES.includes(name) ? readSettingsWithoutIdentities : readSettings;
  const settings = readOwn(process.env);
  const platform = await openPlatform(settings, name);
  const { log } = platform;
  platform.started.catch(die);
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

  const { healthPort, host } = settings;
  if (healthPort !== undefined)
    releasers.push(await serveHealth(platform.health, { port: healthPort, host }));
  if (name !== 'web') await untilReady(platform, stop.signal);
  if (stop.signal.aborted) return;
  releasers.push(await begin(platform));
  log.info('started');
}

async function untilReady({ ready, log }: Pick<Platform, 'ready' | 'log'>, stop: AbortSignal): Promise<void> {
  for (let looks = 0; !stop.aborted; looks += 1) {
    const { ready: isReady, checks } = await ready();
    if (isReady) return;
    if (looks % SAY_EVERY_LOOKS === 1) log.warn({ checks }, 'waiting to be ready');
    await pause(LOOK_AGAIN_MS);
  }
}

function die(error: unknown): never {
  const told = error instanceof SettingsError;
  process.stderr.write(`leadkeep: ${told ? error.message : `could not start: ${String(error)}`}\n`);
  process.exit(1);
}
