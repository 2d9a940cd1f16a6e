import type { Redis } from 'ioredis';
import type { Log } from '../../process/logger.js';
import { mastersOf } from '../cluster-masters.js';
import { withLedgerCommands } from './ledger-commands.js';
import { ISOLATED_MS } from './server-scripts.js';

/** Turns a script's `unsuitable` into the end of a sentence for operators. */
export const unsuitableReason = (unsuitable: string): string => {
  const [, policy] = /^evicts (.+)$/.exec(unsuitable) ?? [];
  if (unsuitable === 'lost its replicas')
    return `it lacks replicas or had lost them, and one may be the master now; sales go on within ${ISOLATED_MS / 1_000} s`;
  if (unsuitable === 'holds no ledger')
    return `it holds no ledger and has or had replicas or Sentinels, so another server may be the master; sales begin within ${ISOLATED_MS / 1_000} s`;
  return policy === undefined
    ? "its replication id can't be read (INFO replication), so a failover could not be noticed"
    : `maxmemory-policy is ${policy}, not noeviction`;
};

/**
 * Why this Redis (or any master of a cluster) can't hold the cap ledger; undefined if it can. A Redis that evicts keys would allow sales over a
 * cap. A Redis that hides its replication id could lose sales in a failover unnoticed.
 */
export async function whyUnsuitable(redis: Redis): Promise<string | undefined> {
  const each = mastersOf(redis).map((master) => withLedgerCommands(master).ledgerFitness());
  const unsuitable = (await Promise.all(each)).find((why) => why !== '');
  return unsuitable === undefined ? undefined : unsuitableReason(unsuitable);
}

/** Logs once why nothing is sold, however many leads wait, and once that sales continue. */
export function createUnsuitableNotice(log: Pick<Log, 'error' | 'info'>): (why: string | undefined) => void {
  let told: string | undefined;
  return (why) => {
    if (why === told) return;
    if (why === undefined) log.info('Redis can hold the cap ledger again');
    else log.error(`nothing is sold: Redis can't hold the cap ledger, ${why}`);
    told = why;
  };
}

/** Logs once that the ledger counts a newer catalogue than MongoDB holds: only an operator can tell why. */
export function createLateNotice(
  log: Pick<Log, 'error'>,
): (counted: number | undefined, held: number) => void {
  let told: number | undefined;
  return (counted, held) => {
    if (counted !== told && counted !== undefined)
      log.error(
        `nothing is sold: the cap ledger counts the caps of catalogue version ${counted}, and this process reads version ${held}; if MongoDB was restored, run: leadkeep ledger rebuild`,
      );
    told = counted;
  };
}
