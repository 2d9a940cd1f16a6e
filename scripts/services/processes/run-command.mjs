import { spawn } from 'node:child_process';
import { noGuard } from './guard.mjs';
import { identityOf } from './process-identity.mjs';

const KEPT_OUTPUT = 200_000;

/** Its message is one line; `output` is all that the command printed. */
export class CommandFailed extends Error {
  name = 'CommandFailed';

  /**
   * @param {string} message
   * @param {string} output
   */
  constructor(message, output) {
    super(message);
    this.output = output;
  }
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {number} [timeoutMs]
 * @property {AbortSignal} [signal] ends the command and everything it started
 * @property {import('./guard.mjs').Guard} [guard]
 */

/**
 * Runs a command to its end, in a process group of its own.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} its standard output (the last 200,000 characters)
 * @throws {CommandFailed} the command, how it ended and the last lines it printed
 */
export async function runCommand(file, args, options = {}) {
  const { timeoutMs, signal, guard = noGuard, ...spawnOptions } = options;
  signal?.throwIfAborted();
  const child = spawn(file, args, { ...spawnOptions, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout = (stdout + text).slice(-KEPT_OUTPUT)));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr = (stderr + text).slice(-KEPT_OUTPUT)));

  let reason = '';
  /** @param {string} why */
  const end = (why) => {
    reason = why;
    killGroup(child.pid, 'SIGTERM');
    setTimeout(() => killGroup(child.pid, 'SIGKILL'), 3_000).unref();
  };
  const onAbort = () => end('was stopped');
  signal?.addEventListener('abort', onAbort);
  const timer = timeoutMs && setTimeout(() => end(`gave no answer in ${timeoutMs / 1000} s`), timeoutMs);
  const { pid } = child;
  if (pid) guard.watch({ kind: 'process', name: file, pid, identity: identityOf(pid), signal: 'SIGTERM' });
  try {
    const how = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, by) =>
        resolve(code === 0 ? '' : code === null ? `ended by ${by}` : `exit code ${code}`),
      );
    });
    signal?.throwIfAborted();
    if (reason || how)
      throw new CommandFailed(`${file} ${reason || how}${lastLines(stderr || stdout)}`, stdout + stderr);
    return stdout;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    if (pid) guard.forget(pid);
  }
}

/** @param {string} text */
function lastLines(text) {
  const lines = text.trim().split('\n').filter(Boolean).slice(-4);
  return lines.length === 0 ? '' : `: ${lines.join(' | ').slice(-600)}`;
}

/**
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
function killGroup(pid, signal) {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // Already gone.
  }
}
