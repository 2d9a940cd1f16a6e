import type { Redis } from 'ioredis';
import { FITNESS, ABANDON, BEGIN, CALLS, RELEASE_FOUND, RENEW, SWAP } from './ledger-scripts.js';

type Arg = string | number;

/** The ledger's scripts as commands of a connection. Each takes its keys first, then its arguments. */
export interface LedgerCommands {
  ledgerCalls(root: string, lock: string, ...args: Arg[]): Promise<unknown[]>;
  ledgerReleaseFound(root: string, lock: string, ...args: Arg[]): Promise<'done' | 'stale'>;
  ledgerBegin(
    root: string,
    lock: string,
    generations: string,
    ...args: Arg[]
  ): Promise<
    | ['busy' | 'current']
    | ['begun', era: string, version: string]
    | ['unsuitable' | 'outdated_catalogue', string]
    | ['removed_caps', string, ...string[]]
  >;
  ledgerFitness(): Promise<string>;
  ledgerRenew(lock: string, token: string, ttlMs: number): Promise<0 | 1>;
  ledgerAbandon(lock: string, token: string): Promise<0 | 1>;
  ledgerSwap(
    root: string,
    lock: string,
    generations: string,
    ...args: Arg[]
  ): Promise<['lost'] | ['swapped', ...string[]]>;
}

const COMMANDS: Readonly<Record<keyof LedgerCommands, readonly [keys: number, lua: string]>> = {
  ledgerCalls: [2, CALLS],
  ledgerReleaseFound: [2, RELEASE_FOUND],
  ledgerBegin: [3, BEGIN],
  ledgerFitness: [0, FITNESS],
  ledgerRenew: [1, RENEW],
  ledgerAbandon: [1, ABANDON],
  ledgerSwap: [3, SWAP],
};

/**
 * Defines the scripts on the connection, which then uses EVALSHA. Defining them twice changes nothing. A server can't tell
 * a script that Sentinels watch it, but the connection knows.
 */
export function withLedgerCommands(redis: Redis): Redis & LedgerCommands {
  const given = `local by_sentinels = ${Boolean(redis.options.sentinels)}\n`;
  for (const [name, [numberOfKeys, lua]] of Object.entries(COMMANDS))
    redis.defineCommand(name, { numberOfKeys, lua: given + lua });
  return redis as Redis & LedgerCommands;
}
