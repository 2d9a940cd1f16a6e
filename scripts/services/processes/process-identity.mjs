import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Tells one process from a later one that got the same number.
 *
 * Every pid that outlives the moment (state file, lock, watchdog) is stored together with this string,
 * so that nothing of ours ever signals a stranger.
 *
 * @param {number} pid
 * @returns {string | null} null when there is no such process, or only its zombie
 */
export function identityOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return process.platform === 'linux' ? identityFromProc(pid) : identityFromPs(pid);
}

/**
 * @param {number} pid
 * @param {string | null | undefined} identity as `identityOf` gave it when the process was known to be ours
 */
export function isSameProcess(pid, identity) {
  return Boolean(identity) && identityOf(pid) === identity;
}

/** @param {number} pid */
function identityFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may itself hold blanks and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X') return null;
    return `${bootId()}:${startTicks}`;
  } catch {
    return null;
  }
}

let cachedBootId = '';

/** Start times count from boot: without the boot's id, a pid from before a restart could match. */
function bootId() {
  if (cachedBootId === '') {
    try {
      cachedBootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    } catch {
      cachedBootId = 'boot';
    }
  }
  return cachedBootId;
}

/** @param {number} pid */
function identityFromPs(pid) {
  try {
    const [state = '', ...start] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .split(/\s+/);
    return state === '' || state.startsWith('Z') ? null : start.join(' ');
  } catch {
    return null;
  }
}
