import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { CLONE_DIR } from './clone-dir.js';

export interface ProcessOptions {
  /** The name for messages: `web`, `submit`, … */
  readonly name: string;
  /** The program and arguments for Node, relative to the clone's folder. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Called for every line that it prints. */
  readonly onLine?: (line: string) => void;
}

export interface RunningProcess {
  readonly name: string;
  readonly pid: number | undefined;
  /** Its newest lines, oldest first. */
  lastLines(): readonly string[];
  /** Resolves with how it ended: `code 0`, `SIGTERM`. Never rejects. */
  readonly ended: Promise<string>;
  isRunning(): boolean;
  /** Sends SIGTERM, then SIGKILL after `graceMs`. Resolves when the process has ended. */
  stop(graceMs: number): Promise<void>;
}

const KEPT_LINES = 40;

/** However this process ends, it leaves no child running. */
const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGTERM');
});

/** Room to look up 32 names at once, as in the Dockerfile. */
const POOL = { UV_THREADPOOL_SIZE: '64' };

/** Starts a Node program of the clone in this process's group. */
export function startProcess({ name, args, env, onLine }: ProcessOptions): RunningProcess {
  const child = spawn(process.execPath, args, {
    ...{ cwd: CLONE_DIR, env: { ...POOL, ...env } },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  const lines: string[] = [];
  const hear = (stream: Readable): void => {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      onLine?.(line);
    });
  };
  hear(child.stdout);
  hear(child.stderr);
  let running = true;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      resolve(error.message);
    });
    child.once('close', (code, signal) => {
      resolve(signal ?? `code ${code}`);
    });
  }).finally(() => {
    running = false;
    alive.delete(child);
  });
  return {
    name,
    pid: child.pid,
    lastLines: () => lines,
    ended,
    isRunning: () => running,
    async stop(graceMs) {
      if (!running) return;
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(kill);
    },
  };
}
