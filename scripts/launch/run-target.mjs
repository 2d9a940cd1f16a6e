import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { identityOf } from '../services/processes/process-identity.mjs';

// The target drains for up to 25 s when it is asked to stop.
const GRACE_MS = 30_000;

/**
 * Runs a Node program in its own process group and waits for its end. The terminal's Ctrl-C reaches only the launcher,
 * which forwards it.
 *
 * @param {string} entry
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, guard: import('../services/processes/guard.mjs').Guard,
 *   signals: import('./stop-signals.mjs').StopSignals }} context
 * @returns {Promise<number>} the exit code, 128 + n if signal n ended it
 */
export async function runTarget(entry, args, { cwd, env, guard, signals }) {
  signals.aborted.throwIfAborted();
  const child = spawn(process.execPath, ['--enable-source-maps', entry, ...args], {
    cwd,
    env,
    stdio: 'inherit',
    detached: true,
  });
  const pid = child.pid ?? 0;
  guard.watch({
    kind: 'process',
    name: entry,
    pid,
    identity: identityOf(pid),
    signal: 'SIGTERM',
    graceMs: GRACE_MS,
  });
  signals.onSignal((signal, count) => (count > 2 ? killGroup(pid) : child.kill(signal)));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode, signal) =>
      resolve(exitCode ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
  killGroup(pid);
  guard.forget(pid);
  return code;
}

/**
 * Stops what the target started and did not stop.
 *
 * @param {number} pid
 */
function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}
