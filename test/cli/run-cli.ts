import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../src/cli/run-program.js';

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the compiled command line as a process of its own and waits for its end. */
export const runCli = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<CliRun> =>
  new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env, timeout: 30_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });

/** The same command line inside this process: for tables of refusals, where a process each would take minutes. */
export async function runHere(env: NodeJS.ProcessEnv, ...args: string[]): Promise<CliRun> {
  const said = { stdout: '', stderr: '' };
  const code = await runProgram(
    {
      env,
      clock: () => new Date(),
      print: (text) => void (said.stdout += `${text}\n`),
      note: (text) => void (said.stderr += `${text}\n`),
    },
    args,
  );
  return { code, ...said };
}

/** Like `runCli`; throws with everything that was said when the command fails. */
export async function runOk(env: NodeJS.ProcessEnv, ...args: string[]): Promise<CliRun> {
  const run = await runCli(env, ...args);
  if (run.code !== 0) throw new Error(`leadkeep ${args.join(' ')} ended with ${run.code}: ${run.stderr}`);
  return run;
}
