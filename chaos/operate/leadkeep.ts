import { runCli, type CliEnd } from '../../scripts/processes/run-cli.js';
import { runProgram } from '../../src/cli/run-program.js';

/** Runs one `leadkeep` command on the rehearsal's services, and waits for its end. `signal` kills it. Never rejects. */
export type Leadkeep = (args: readonly string[], signal: AbortSignal) => Promise<CliEnd>;

/** Each command in a process of its own, as operators run it. */
export const inProcesses =
  (env: NodeJS.ProcessEnv): Leadkeep =>
  (args, signal) =>
    runCli(args, env, signal);

/** In this process, where nothing can kill it: it runs to its end. */
export const inHere =
  (env: NodeJS.ProcessEnv): Leadkeep =>
  async (args) => {
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
    return { ok: code === 0, ...said };
  };
