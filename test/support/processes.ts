import { setTimeout as sleep } from 'node:timers/promises';
import { readProcfile } from '../../scripts/processes/procfile.js';
import { startProcess } from '../../scripts/processes/running-process.js';
import { quietPort } from './quiet-port.js';
import { until } from './until.js';

export type ProcessName = 'web' | 'search' | 'partner' | 'submit' | 'sweeper';

/** What a process says of itself; `http` 0 while nobody listens. */
export interface Told {
  readonly http: number;
  readonly ready?: boolean;
  readonly checks?: Readonly<Record<string, string>>;
}

/** A real process of the Procfile. */
export interface TestProcess {
  readonly name: ProcessName;
  /** Of its health pages; on `web` also of the API. */
  readonly url: string;
  /** Everything that it has printed. */
  readonly lines: readonly string[];
  /** How it ended, in words: `code 0`, `SIGKILL`. Never rejects. */
  readonly ended: Promise<string>;
  isRunning(): boolean;
  ask(path: '/healthz' | '/readyz'): Promise<Told>;
  /** Waits until `/readyz` is 200. Throws with its last lines when it ends before, or takes too long. */
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

const PATIENCE_MS = 20_000;
const ASK_LIMIT_MS = 3_000;
const ASK_AGAIN_MS = 50;

/** Starts compiled processes with an environment of their own, each on a port of its own. */
export function processesWith(common: NodeJS.ProcessEnv): Processes {
  const running: TestProcess[] = [];
  return {
    async start(name, env = {}) {
      const port = String(await quietPort());
      const ports = name === 'web' ? { PORT: port } : { HEALTH_PORT: port };
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
  const last = (): string => lines.slice(-10).join('\n');
  const one: TestProcess = {
    name,
    url,
    lines,
    ended: child.ended,
    isRunning: () => child.isRunning(),
    ask: (path) => ask(`${url}${path}`),
    async ready() {
      const isReady = async (): Promise<boolean> => {
        if (!child.isRunning()) throw new Error(`${name} ended before it was ready:\n${last()}`);
        if ((await one.ask('/readyz')).http === 200) return true;
        await sleep(ASK_AGAIN_MS);
        return false;
      };
      await until(isReady, `${name} is ready`, PATIENCE_MS).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${last()}`);
      });
      return one;
    },
    says: (text) =>
      until(() => lines.some((line) => line.includes(text)), `${name} says: ${text}`, PATIENCE_MS),
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
