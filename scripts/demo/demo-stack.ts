import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../src/cli/run-program.js';
import { hookSecret } from '../processes/hook-secret.js';
import { freePort } from '../processes/free-port.js';
import { readProcfile } from '../processes/procfile.js';
import { startProcess, type RunningProcess } from '../processes/running-process.js';
import { demoCatalogue, startSandbox } from '../processes/start-sandbox.js';
import { waitReady } from '../processes/wait-ready.js';
import { removeData } from './remove-data.js';
import { Surprise } from './surprise.js';

/** Everything that the demo runs. */
export interface DemoStack {
  readonly baseUrl: string;
  readonly sandboxUrl: string;
  readonly apiKey: string;
  /** Resolves when those processes are ready, too, that a search does not need. */
  readonly complete: Promise<unknown>;
  readonly leadkeep: (...args: string[]) => Promise<string>;
}

/** The demo's own database and Redis prefix, on any server. */
function ownEnv(name: string): NodeJS.ProcessEnv & { MONGO_URL: string; REDIS_URL: string } {
  const { MONGO_URL, REDIS_URL, PATH, HOME, TMPDIR } = process.env;
  if (!MONGO_URL || !REDIS_URL)
    throw new Error('MONGO_URL and REDIS_URL must be set; `npm run demo` sets them.');
  const mongo = new URL(MONGO_URL);
  mongo.pathname = `/${name}`;
  return {
    ...{ PATH, HOME, TMPDIR },
    MONGO_URL: mongo.href,
    REDIS_URL,
    REDIS_PREFIX: name,
    IDENTITY_SECRET: randomBytes(32).toString('hex'),
    DATA_KEYS: `demo:${randomBytes(32).toString('base64')}`,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    LEADKEEP_SECRET_SANDBOX_TOKEN: randomBytes(8).toString('hex'),
    LEADKEEP_SECRET_SANDBOX_HOOK: hookSecret(),
    POLL_AFTER_MS: '600',
    REFRESH_MS: '200',
    SHUTDOWN_MS: '5000',
  };
}

/** The setting of the port on which a process answers, health pages included. */
const PORT_OF: Readonly<Record<string, string>> = { web: 'PORT', console: 'CONSOLE_PORT' };
/** Started first: the story begins with a search, and two cores start two processes at a time. */
const FOR_A_SEARCH = ['search', 'partner'];
const PATIENCE_MS = 300_000;
const GRACE_MS = 8_000;

/** `up` starts everything. `down` stops what runs, even after a failed `up`, and removes the data. */
export function createDemoStack(signal: AbortSignal) {
  const env = ownEnv(`leadkeep_demo_${randomBytes(4).toString('hex')}`);
  const folder = mkdtempSync(join(tmpdir(), 'leadkeep-demo-'));
  const processes: RunningProcess[] = [];
  let closed = false;

  /** Refuses to start anything after `down`: it would be left running. */
  function keep(start: () => RunningProcess): RunningProcess {
    if (closed) throw new Error('the demo is being stopped');
    const child = start();
    processes.push(child);
    return child;
  }

  /** In this process, which spares each command the start of a program. */
  async function leadkeep(...args: string[]): Promise<string> {
    const printed: string[] = [];
    const noted: string[] = [];
    const code = await runProgram(
      {
        env,
        clock: () => new Date(),
        print: (text) => void printed.push(text),
        note: (text) => void noted.push(text),
      },
      args,
    );
    if (code !== 0)
      throw new Surprise(`leadkeep ${args.join(' ')} failed:\n${[...printed, ...noted].join('\n')}`);
    return printed.join('\n');
  }

  /** Starts a process of the Procfile. Resolves with its port when it is ready. */
  async function start(name: string): Promise<number> {
    const entry = readProcfile().services.find((service) => service.name === name);
    if (!entry) throw new Error(`The Procfile names no process ${name}`);
    const port = await freePort();
    const ports = { [PORT_OF[name] ?? 'HEALTH_PORT']: String(port) };
    const child = keep(() => startProcess({ name, args: entry.args, env: { ...env, ...ports } }));
    await waitReady(child, port, { signal, patienceMs: PATIENCE_MS });
    return port;
  }

  async function apply(sandboxUrl: string): Promise<void> {
    const file = join(folder, 'demo-catalogue.yaml');
    writeFileSync(file, demoCatalogue(sandboxUrl));
    await leadkeep('apply', file);
  }

  async function issueKey(): Promise<string> {
    const issued = JSON.parse(await leadkeep('key', 'issue', '--affiliate', 'northwind', '--json')) as {
      key: string;
    };
    return issued.key;
  }

  return {
    processes: processes as readonly RunningProcess[],

    async up(): Promise<DemoStack> {
      const sandbox = startSandbox(0, env);
      processes.push(sandbox.process);
      const [port, sandboxUrl] = await Promise.all([
        start('web'),
        Promise.all([sandbox.url, leadkeep('migrate')]).then(async ([url]) => {
          await apply(url);
          return url;
        }),
        ...FOR_A_SEARCH.map(start),
      ]);
      const others = readProcfile().services.filter(({ name }) => ![...FOR_A_SEARCH, 'web'].includes(name));
      const complete = Promise.all(others.map(({ name }) => start(name)));
      complete.catch(() => undefined);
      const apiKey = await issueKey();
      return { baseUrl: `http://127.0.0.1:${port}`, sandboxUrl, apiKey, leadkeep, complete };
    },

    async down(): Promise<void> {
      closed = true;
      await Promise.all(processes.map((child) => child.stop(GRACE_MS)));
      rmSync(folder, { recursive: true, force: true });
      await removeData(env.MONGO_URL, env.REDIS_URL, env['REDIS_PREFIX'] ?? '');
    },
  };
}
