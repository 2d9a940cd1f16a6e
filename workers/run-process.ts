import { serveHealth } from '../src/platform/health.js';
import { openPlatform, type Platform } from '../src/platform/platform.js';
import { readSettings, SettingsError } from '../src/platform/settings.js';
import { drainOnSignal } from '../src/platform/shutdown.js';
import { portsOf } from './ports-of.js';
import type { WorkPorts } from './work-ports.js';

/** What a process does once the services are there; `drain` takes nothing new and finishes what is in hand. */
export interface Running {
  drain(): Promise<void>;
}

export type Begin = (ports: WorkPorts, platform: Platform) => Running;

/**
 * The life of a worker process: answers for its health at once, begins when MongoDB, Redis and the catalogue are
 * there (it waits as long as that takes), drains on SIGTERM. A wrong setting ends it with one sentence.
 */
export async function runProcess(name: string, begin: Begin): Promise<void> {
  try {
    await live(name, begin);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function live(name: string, begin: Begin): Promise<void> {
  const settings = readSettings(process.env);
  const platform = await openPlatform(settings, name);
  const { healthPort, shutdownMs } = settings;
  const endings: (() => Promise<void>)[] = [() => platform.close()];
  drainOnSignal({
    log: platform.log,
    limitMs: shutdownMs,
    async drain() {
      for (const end of endings.reverse()) await end();
    },
  });
  if (healthPort !== undefined) endings.push(await serveHealth(platform.health, healthPort));
  await platform.started;
  const running = begin(portsOf(platform), platform);
  endings.push(() => running.drain());
  platform.log.info('ready for work');
}
