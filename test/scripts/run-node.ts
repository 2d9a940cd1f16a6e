import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadScript } from './load-script.js';

export interface NodeRun {
  child: ChildProcess;
  /** What it has printed so far: both streams, through one pipe, so in the order in which it was said. */
  output: () => string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  /** Resolves when the text has been printed; rejects when the process ends before. */
  printed: (text: string) => Promise<void>;
}

const running = new Set<ChildProcess>();

/** What a failed test leaves would hold the whole suite open. */
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts node with the given arguments; `env` is added to this process's own, undefined removes. */
export function runNode(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string | undefined>; detached?: boolean } = {},
): NodeRun {
  const env = { ...process.env, ...options.env };
  const sh = ['-c', 'exec "$0" "$@" 2>&1', process.execPath, ...args];
  const child = spawn('/bin/sh', sh, { ...options, env, stdio: ['ignore', 'pipe', 'ignore'] });
  running.add(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  let result: number | string | undefined;
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => {
    running.delete(child);
    result = (code ?? signal) as number | string;
    return result;
  });
  const printed = async (text: string): Promise<void> => {
    while (!output.includes(text)) {
      if (result !== undefined) throw new Error(`ended with ${result} before "${text}": ${output}`);
      await sleep(20);
    }
  };
  return { child, output: () => output, ended, printed };
}

/** A module given as text, run by a node of its own. */
export const inlineModule = (code: string): string[] => ['--input-type=module', '-e', code];

const { identityOf } = await loadScript<{ identityOf: (pid: number) => string | null }>(
  'services/processes/process-identity.mjs',
);

/** A zombie that nobody has fetched yet is not. */
export const isAlive = (pid: number): boolean => identityOf(pid) !== null;

const MAX_MS = 60_000;

/** Waits until a fact holds; throws after a minute. */
export async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + MAX_MS;
  while (!(await fact())) {
    if (performance.now() > end) throw new Error(`not within a minute: ${String(fact)}`);
    await sleep(20);
  }
}
