import type { Redis } from 'ioredis';
import type { Log } from '../../process/logger.js';
import { withLedgerCommands } from './ledger-commands.js';

/** A sentence's end for an operator from a script's `unfit`. */
export const unfitness = (unfit: string): string => {
  const [, policy] = /^evicts (.+)$/.exec(unfit) ?? [];
  return policy === undefined
    ? "its replication id can't be read (INFO replication), so a failover could not be noticed"
    : `maxmemory-policy is ${policy}, not noeviction`;
};

/**
 * Why this Redis can't hold the cap ledger, undefined when it can. One that evicts would sell over a cap; one whose
 * replication id is hidden could lose sales in a failover unnoticed.
 */
export async function whyUnfit(redis: Redis): Promise<string | undefined> {
  const unfit = await withLedgerCommands(redis).ledgerFitness();
  return unfit === '' ? undefined : unfitness(unfit);
}

/** Tells the log once why nothing is sold, however many leads wait for it, and once that it goes on. */
export function createUnfitNotice(log: Pick<Log, 'error' | 'info'>): (why: string | undefined) => void {
  let told: string | undefined;
  return (why) => {
    if (why === told) return;
    if (why === undefined) log.info('Redis can hold the cap ledger again');
    else log.error(`nothing is sold: Redis can't hold the cap ledger, ${why}`);
    told = why;
  };
}
