import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runsAsRoot } from '../cache-dir.mjs';

/** @typedef {{ uid: number, gid: number }} Account */

/**
 * PostgreSQL refuses to run as root: then it runs as this user.
 *
 * @returns {Account | null} null when we are not root ourselves
 */
export function postgresAccount() {
  if (!runsAsRoot) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid = '65534', gid = '65534'] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Whether the account may enter the folder, with everything above it.
 *
 * @param {string} dir
 * @param {Account} account
 */
export function canEnter(dir, { uid, gid }) {
  return (
    spawnSync('/bin/sh', ['-c', 'cd -- "$0"', dir], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
  );
}

/**
 * To be known before a minute is spent on filling it.
 *
 * @param {string} cache
 * @throws {Error} when PostgreSQL's account cannot read the cache folder
 */
export function assertReadableByPostgres(cache) {
  const account = postgresAccount();
  if (account && !existsSync(cache)) {
    mkdirSync(cache, { recursive: true });
    chmodSync(cache, 0o755);
  }
  if (account && !canEnter(cache, account)) {
    throw new Error(`PostgreSQL runs as nobody, who cannot enter ${cache}: choose another LEADKEEP_CACHE`);
  }
}

/**
 * Makes the wanted folder, or when PostgreSQL's account cannot get there (a clone below /root) one in /var/lib that
 * belongs to the wanted path alone.
 *
 * @param {string} wanted
 * @param {Account | null} account
 * @returns {string} the folder, which belongs to the account
 */
export function makePostgresDir(wanted, account) {
  mkdirSync(dirname(wanted), { recursive: true });
  if (!account || canEnter(dirname(wanted), account)) {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    return account ? own(wanted, account) : wanted;
  }
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  const instead = join('/var/lib/leadkeep', name);
  mkdirSync(dirname(instead), { recursive: true, mode: 0o755 });
  mkdirSync(instead, { recursive: true, mode: 0o700 });
  return own(instead, account);
}

/**
 * @param {string} dir
 * @param {Account} account
 */
function own(dir, { uid, gid }) {
  chownSync(dir, uid, gid);
  chmodSync(dir, 0o700);
  return dir;
}
