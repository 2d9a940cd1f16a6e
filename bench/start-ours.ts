import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AFFILIATE_HANDLE } from './catalogue.js';
import { freePort } from '../scripts/processes/free-port.js';
import { readProcfile } from '../scripts/processes/procfile.js';
import { whyUnready } from '../scripts/processes/wait-ready.js';
import type { Workspace } from './workspace.js';
import type { Processes } from './processes.js';
import type { Side, SideName } from './side.js';

const ENTRIES = {
  web: 'src/web.js',
  search: 'workers/search.js',
  partner: 'workers/partner.js',
  submit: 'workers/submit.js',
  sweeper: 'workers/sweeper.js',
} as const;
type Kind = keyof typeof ENTRIES;
const KINDS = Object.keys(ENTRIES) as Kind[];
const OPERATIONS = ['search', 'results', 'submit', 'dupe_check'] as const;
const MAX_MS_TO_START = 30_000;

export interface OursOptions {
  readonly name: Exclude<SideName, 'bare'>;
  /** The compiled output of the build. */
  readonly dist: string;
  readonly place: Pick<Workspace, 'name' | 'mongoUrl' | 'redisUrl'>;
  /** A catalogue file. */
  readonly catalogue: string;
  readonly processes: Processes;
  /** Folder for CPU profiles. */
  readonly profile?: string;
  /** Settings that are not the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A side whose processes are known by kind. */
export interface OurSide extends Side {
  readonly originsOf: Readonly<Record<Kind, string>>;
}

/** A build's real processes with default settings, the benchmark's catalogue and a key with very high limits. */
export async function startOurs({
  name,
  dist,
  place,
  catalogue,
  processes,
  profile,
  settings,
  signal,
}: OursOptions): Promise<OurSide> {
  const env = {
    PATH: process.env['PATH'],
    MONGO_URL: place.mongoUrl,
    REDIS_URL: place.redisUrl,
    REDIS_PREFIX: place.name,
    IDENTITY_SECRET: 'only the benchmark has this secret, it protects nobody',
    DATA_KEYS: `bench:${Buffer.alloc(32, 'b').toString('base64')}`,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    ...settings,
  };
  const key = await prepare(join(dist, 'src/cli/main.js'), env, catalogue);
  const { services } = readProcfile(join(dist, '..'));
  const flags = (of: string) => [
    ...(services.find(({ name }) => name === of)?.flags ?? []),
    ...(profile === undefined
      ? []
      : ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${of}.cpuprofile`]),
  ];
  const start = async (kind: Kind): Promise<string> => {
    const port = await freePort();
    const own = { ...env, [kind === 'web' ? 'PORT' : 'HEALTH_PORT']: String(port) };
    processes.start(`${name}-${kind}`, { dist, entry: ENTRIES[kind] }, own, flags(kind));
    return `http://127.0.0.1:${port}`;
  };
  const originsOf = {} as Record<Kind, string>;
  for (const kind of KINDS) originsOf[kind] = await start(kind);
  const origins = Object.values(originsOf);
  await Promise.race([Promise.all(origins.map((each) => ready(each, signal))), processes.failed]);
  const headers = { authorization: `Bearer ${key}` };
  return { name, url: originsOf.web, headers, origins, originsOf, stock: [] };
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

async function ready(origin: string, signal: AbortSignal): Promise<void> {
  const until = performance.now() + MAX_MS_TO_START;
  for (;;) {
    signal.throwIfAborted();
    const why = await whyUnready(origin);
    if (why === undefined) return;
    if (performance.now() > until) throw new Error(`a process is not ready after 30 s: ${why}`);
    await pause(100);
  }
}
