import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hookSecret } from '../processes/hook-secret.js';
import { freePort } from '../processes/free-port.js';
import { readProcfile } from '../processes/procfile.js';
import { runCli } from '../processes/run-cli.js';
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
    SHUTDOWN_MS: '5000',
  };
}

/** The setting of the port on which a process answers, health pages included. */
const PORT_OF: Readonly<Record<string, string>> = { web: 'PORT', console: 'CONSOLE_PORT' };
const PATIENCE_MS = 30_000;
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

  async function leadkeep(...args: string[]): Promise<string> {
    const { ok, stdout, stderr } = await runCli(args, env, signal);
    if (!ok) throw new Surprise(`leadkeep ${args.join(' ')} failed:\n${stdout}${stderr}`);
    return stdout;
  }

  /** Starts one of each process of the Procfile. Returns the port of `web`. */
  async function startServices(): Promise<number> {
    const ready = readProcfile().services.map(async ({ name, args }) => {
      const port = await freePort();
      const ports = { [PORT_OF[name] ?? 'HEALTH_PORT']: String(port) };
      const child = keep(() => startProcess({ name, args, env: { ...env, ...ports } }));
      await waitReady(child, port, { signal, patienceMs: PATIENCE_MS });
      return { name, port };
    });
    const web = (await Promise.all(ready)).find(({ name }) => name === 'web');
    if (!web) throw new Error('The Procfile names no web process');
    return web.port;
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
      const [sandboxUrl] = await Promise.all([sandbox.url, leadkeep('migrate')]);
      // Before the processes: a running one notices a new catalogue only after a few seconds.
      await apply(sandboxUrl);
      const [apiKey, port] = await Promise.all([issueKey(), startServices()]);
      return { baseUrl: `http://127.0.0.1:${port}`, sandboxUrl, apiKey, leadkeep };
    },

    async down(): Promise<void> {
      closed = true;
      await Promise.all(processes.map((child) => child.stop(GRACE_MS)));
      rmSync(folder, { recursive: true, force: true });
      await removeData(env.MONGO_URL, env.REDIS_URL, env['REDIS_PREFIX'] ?? '');
    },
  };
}
