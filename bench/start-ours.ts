import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AFFILIATE_HANDLE } from './catalogue.js';
import { freePort } from '../scripts/processes/free-port.js';
import type { Place } from './place.js';
import type { Processes } from './processes.js';
import type { Side, SideName } from './side.js';

const WORKERS = ['search', 'partner', 'submit', 'sweeper'] as const;
const OPERATIONS = ['search', 'results', 'submit', 'dupe_check'] as const;
const MAX_MS_TO_START = 30_000;

export interface OursOptions {
  readonly name: Exclude<SideName, 'bare'>;
  /** The compiled output of the build. */
  readonly dist: string;
  readonly place: Place;
  /** A catalogue file. */
  readonly catalogue: string;
  readonly processes: Processes;
  /** Folder for CPU profiles. */
  readonly profile?: string;
  readonly signal: AbortSignal;
}

/** A build's real processes with default settings, the benchmark's catalogue and a key with very high limits. */
export async function startOurs({
  name,
  dist,
  place,
  catalogue,
  processes,
  profile,
  signal,
}: OursOptions): Promise<Side> {
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    MONGO_URL: place.mongoUrl,
    REDIS_URL: place.redisUrl,
    REDIS_PREFIX: place.name,
    IDENTITY_SECRET: 'only the benchmark has this secret, it protects nobody',
    DATA_KEYS: `bench:${Buffer.alloc(32, 'b').toString('base64')}`,
    OUTBOUND_ALLOW: '127.0.0.0/8',
  };
  const key = await prepare(join(dist, 'src/cli/main.js'), env, catalogue);
  const flags = (of: string) =>
    profile === undefined
      ? []
      : ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${of}.cpuprofile`];
  const port = await freePort();
  processes.start(`${name}-web`, { dist, entry: 'src/web.js' }, { ...env, PORT: String(port) }, flags('web'));
  const ports = [port];
  for (const worker of WORKERS) {
    const healthPort = await freePort();
    ports.push(healthPort);
    const program = { dist, entry: `workers/${worker}.js` };
    const own = { ...env, HEALTH_PORT: String(healthPort) };
    processes.start(`${name}-${worker}`, program, own, flags(worker));
  }
  await Promise.race([Promise.all(ports.map((each) => ready(each, signal))), processes.failed]);
  const headers = { authorization: `Bearer ${key}` };
  const origins = ports.map((each) => `http://127.0.0.1:${each}`);
  return { name, url: `http://127.0.0.1:${port}`, headers, origins, stock: [] };
}

/** Prepares indexes, catalogue and key with the `leadkeep` command. */
async function prepare(cli: string, env: NodeJS.ProcessEnv, catalogue: string): Promise<string> {
  const leadkeep = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { env });
    return stdout;
  };
  await leadkeep('migrate');
  const dir = await mkdtemp(join(tmpdir(), 'leadkeep-bench-'));
  try {
    const file = join(dir, 'catalogue.yaml');
    await writeFile(file, catalogue);
    await leadkeep('apply', file);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  const limits = OPERATIONS.flatMap((operation) => ['--limit', `${operation}=1000000/min:1000000`]);
  const issued = await leadkeep('key', 'issue', '--affiliate', AFFILIATE_HANDLE, ...limits, '--json');
  return (JSON.parse(issued) as { key: string }).key;
}

async function ready(port: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + MAX_MS_TO_START;
  for (;;) {
    signal.throwIfAborted();
    const said = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      async (response) => (response.ok ? undefined : response.text()),
      () => 'nobody listens',
    );
    if (said === undefined) return;
    if (performance.now() > until) throw new Error(`a process is not ready after 30 s: ${said}`);
    await pause(100);
  }
}
