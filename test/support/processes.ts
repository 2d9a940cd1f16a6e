import { setTimeout as sleep } from 'node:timers/promises';
import { readProcfile } from '../../scripts/processes/procfile.js';
import { startProcess } from '../../scripts/processes/running-process.js';
import { quietPort } from './quiet-port.js';
import { until } from './until.js';

export type ProcessName = 'web' | 'search' | 'partner' | 'submit' | 'sweeper' | 'notify' | 'console';

/** The setting of the port on which a process answers, health pages included. */
const PORT_OF: Readonly<Partial<Record<ProcessName, string>>> = { web: 'PORT', console: 'CONSOLE_PORT' };

/** What a process says of itself; `http` 0 while nobody listens. */
export interface Told {
  readonly http: number;
  readonly ready?: boolean;
  readonly checks?: Readonly<Record<string, string>>;
}

/** A real process of the Procfile. */
export interface TestProcess {
  readonly name: ProcessName;
  /** Of its health pages; on `web` and `console` also of the API. */
  readonly url: string;
  /** Everything that it has printed. */
  readonly lines: readonly string[];
  /** How it ended, in words: `code 0`, `SIGKILL`. Never rejects. */
  readonly ended: Promise<string>;
  isRunning(): boolean;
  ask(path: '/healthz' | '/readyz'): Promise<Told>;
  /** Waits until `/healthz` is 200. Throws with its last lines when it ends before, or takes too long. */
  lives(): Promise<TestProcess>;
  /** The same for `/readyz`. */
  ready(): Promise<TestProcess>;
  /** Waits until it has printed a line with this text. */
  says(text: string): Promise<void>;
  send(signal: NodeJS.Signals): void;
}

export interface Processes {
  start(name: ProcessName, env?: NodeJS.ProcessEnv): Promise<TestProcess>;
  /** Kills what still runs; done when all have ended. */
  killAll(): Promise<void>;
}

const ASK_LIMIT_MS = 3_000;
const ASK_AGAIN_MS = 50;

/** Starts compiled processes with an environment of their own, each on a port of its own. */
export function processesWith(common: NodeJS.ProcessEnv): Processes {
  const running: TestProcess[] = [];
  return {
    async start(name, env = {}) {
      const setting = PORT_OF[name] ?? 'HEALTH_PORT';
      const port = env[setting] ?? String(await quietPort());
      const ports = { [setting]: port };
      const child = startTest(name, { ...common, LOG_LEVEL: 'info', ...ports, ...env }, Number(port));
      running.push(child);
      return child;
    },
    async killAll() {
      const left = running.splice(0).filter((child) => child.isRunning());
      for (const child of left) child.send('SIGKILL');
      await Promise.all(left.map(({ ended }) => ended));
    },
  };
}

function startTest(name: ProcessName, env: NodeJS.ProcessEnv, port: number): TestProcess {
  const entry = readProcfile().services.find((service) => service.name === name);
  if (!entry) throw new Error(`the Procfile has no ${name}`);
  const lines: string[] = [];
  const child = startProcess({ ...entry, env, onLine: (line) => lines.push(line) });
  const url = `http://127.0.0.1:${port}`;
  const answers = async (path: '/healthz' | '/readyz', what: string): Promise<TestProcess> => {
    const holds = async (): Promise<boolean> => {
      if (!child.isRunning()) throw new Error(`${name} has ended`);
      if ((await one.ask(path)).http === 200) return true;
      await sleep(ASK_AGAIN_MS);
      return false;
    };
    await until(holds, `${name} ${what}`).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${lines.slice(-10).join('\n')}`);
    });
    return one;
  };
  const one: TestProcess = {
    name,
    url,
    lines,
    ended: child.ended,
    isRunning: () => child.isRunning(),
    ask: (path) => ask(`${url}${path}`),
    lives: () => answers('/healthz', 'lives'),
    ready: () => answers('/readyz', 'is ready'),
    says: (text) => until(() => lines.some((line) => line.includes(text)), `${name} says: ${text}`),
    send(signal) {
      if (child.isRunning() && child.pid !== undefined) process.kill(child.pid, signal);
    },
  };
  return one;
}

async function ask(url: string): Promise<Told> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_LIMIT_MS) });
    return { ...((await answer.json()) as object), http: answer.status };
  } catch {
    return { http: 0 };
  }
}
