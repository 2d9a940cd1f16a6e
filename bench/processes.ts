import { fork, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of a build's compiled output. */
export interface Program {
  readonly dist: string;
  readonly entry: string;
}

/** The processes of one benchmark. They end with it. */
export interface Processes {
  /** Rejects if a process ends unexpectedly. */
  readonly failed: Promise<never>;
  /** Starts a Node program; `flags` are Node's. Its output is printed only if it ends unexpectedly. */
  start(name: string, program: Program, env: NodeJS.ProcessEnv, flags?: readonly string[]): void;
  /** Starts a program, sends it `message`, and resolves with its ready report. */
  fork(name: string, program: Program, message: object): Promise<unknown>;
  /** SIGTERM, later SIGKILL, and waits for all to be gone. */
  stop(): Promise<void>;
}

/** The compiled output of this build: `dist/`. */
export const OUR_DIST = fileURLToPath(new URL('..', import.meta.url));
const MAX_MS_TO_STOP = 20_000;
const TOLD_OUTPUT = 3_000;

export function createProcesses(): Processes {
  const logs = mkdtempSync(join(tmpdir(), 'leadkeep-bench-'));
  const running = new Map<ChildProcess, Promise<void>>();
  let stopping = false;
  let fail!: (error: Error) => void;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Also while nobody awaits it.
  failed.catch(() => undefined);

  function open(name: string, begin: (out: number) => ChildProcess): ChildProcess {
    const file = join(logs, `${name}.log`);
    const out = openSync(file, 'a');
    const child = begin(out);
    closeSync(out);
    const gone = new Promise<void>((resolve) => {
      child.once('error', fail);
      child.once('exit', (code, signal) => {
        running.delete(child);
        if (!stopping)
          fail(
            new Error(`${name} ended (${signal ?? code})\n${readFileSync(file, 'utf8').slice(-TOLD_OUTPUT)}`),
          );
        resolve();
      });
    });
    running.set(child, gone);
    return child;
  }

  return {
    failed,
    start(name, { dist, entry }, env, flags = []) {
      const args = [...flags, join(dist, entry)];
      open(name, (out) => spawn(process.execPath, args, { env, stdio: ['ignore', out, out] }));
    },
    fork(name, { dist, entry }, message) {
      const child = open(name, (out) =>
        fork(join(dist, entry), { serialization: 'advanced', stdio: ['ignore', out, out, 'ipc'] }),
      );
      const ready = new Promise<unknown>((resolve) => child.once('message', resolve));
      child.send(message);
      return Promise.race([ready, failed]);
    },
    async stop() {
      stopping = true;
      const all = [...running];
      for (const [child] of all) child.kill('SIGTERM');
      const late = setTimeout(() => {
        for (const [child] of running) child.kill('SIGKILL');
      }, MAX_MS_TO_STOP);
      await Promise.all(all.map(([, gone]) => gone));
      clearTimeout(late);
      rmSync(logs, { recursive: true, force: true });
    },
  };
}
