import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Cli } from '../../src/cli/cli.js';
import { runProgram } from '../../src/cli/run-program.js';

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

/** Nothing is asserted by it: a machine may be slow. */
const HUNG_MS = 100_000;

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the compiled command line as a process of its own and waits for its end. */
export const runCli = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<CliRun> =>
  new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env, timeout: HUNG_MS }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });

/** The same process, with its streams. */
export const spawnCli = (env: NodeJS.ProcessEnv, ...args: string[]): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [MAIN, ...args], { env });

/** The same command line inside this process: a process each would take minutes. */
export const runHere = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<CliRun> => run({ env }, args);

/** The same at another time than now. */
export const runAt = (now: Date, env: NodeJS.ProcessEnv, ...args: string[]): Promise<CliRun> =>
  run({ env, clock: () => now }, args);

/** With a person at the terminal who answers so; what was asked is in `asked`. */
export async function runAnswered(
  env: NodeJS.ProcessEnv,
  answer: boolean,
  ...args: string[]
): Promise<CliRun & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const confirm = (question: string): Promise<boolean> => Promise.resolve((asked.push(question), answer));
  return { ...(await run({ env, confirm }, args)), asked };
}

async function run(
  given: Pick<Cli, 'env' | 'confirm'> & Partial<Pick<Cli, 'clock'>>,
  args: readonly string[],
): Promise<CliRun> {
  const said = { stdout: '', stderr: '' };
  const code = await runProgram(
    {
      clock: () => new Date(),
      pause: () => Promise.resolve(),
      ...given,
      print: (text) => void (said.stdout += `${text}\n`),
      note: (text) => void (said.stderr += `${text}\n`),
    },
    args,
  );
  return { code, ...said };
}

/** Like `runHere`; throws with everything that was said when the command fails. */
export async function runOk(env: NodeJS.ProcessEnv, ...args: string[]): Promise<CliRun> {
  const ended = await runHere(env, ...args);
  if (ended.code !== 0)
    throw new Error(`leadkeep ${args.join(' ')} ended with ${ended.code}: ${ended.stderr}`);
  return ended;
}
