import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadScript } from './load-script.js';

export interface NodeRun {
  child: ChildProcess;
  /** What it has printed so far, both streams. */
  output: () => string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  /** Resolves when the text has been printed; rejects when the process ends before. */
  printed: (text: string) => Promise<void>;
}

/** Starts node with the given arguments; `env` is added to this process's own, undefined removes. */
export function runNode(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string | undefined>; detached?: boolean } = {},
): NodeRun {
  const env = { ...process.env, ...options.env };
  const child = spawn(process.execPath, args, { ...options, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let result: number | string | undefined;
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => {
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
  'services/process-identity.mjs',
);

/** A zombie that nobody has fetched yet is not. */
export const isAlive = (pid: number): boolean => identityOf(pid) !== null;

/** Waits until a fact holds; the test's own time limit ends it. */
export async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await fact())) await sleep(20);
}
