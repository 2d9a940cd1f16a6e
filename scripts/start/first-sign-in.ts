import { runCli } from '../processes/run-cli.js';

/**
 * A link with which the first admin gets an account. Undefined: somebody has one already. Each start makes a new link,
 * and ends the one before.
 */
export async function firstSignIn(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string | undefined> {
  const made = await runCli(['user', 'invite', '--first'], env, signal);
  if (!made.ok) throw new Error(`No first sign-in link could be made:\n${made.stderr}`);
  return made.stdout.trim() || undefined;
}
