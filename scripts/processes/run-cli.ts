import { execFile } from 'node:child_process';
import { CLONE_DIR } from './clone-dir.js';

export const CLI = 'dist/src/cli/main.js';

export interface CliEnd {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one `leadkeep` command, of this clone or of the one in `cwd`, and waits for its end. Never rejects. */
export function runCli(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  cwd = CLONE_DIR,
): Promise<CliEnd> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { cwd, env, signal }, (error, stdout, stderr) => {
      resolve({ ok: error === null, stdout, stderr: stderr || (error?.message ?? '') });
    });
  });
}
