import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { countLeads } from '../../core/caps/count-leads.js';
import { capsOfCatalogue } from '../../core/caps/places.js';
import type { Tally } from '../../core/caps/tally.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import type { LeadCounts } from '../../core/ports/lead-counts.js';
import type { LeadStore } from '../../core/ports/lead-store.js';
import type { Log } from '../logger.js';
import { dropGenerations, writeGeneration } from './generation.js';
import { type LedgerCommands, withLedgerCommands } from './ledger-commands.js';
import { ledgerKeys } from './ledger-keys.js';

/** A rebuilding process that dies keeps the ledger out of service no longer than this. */
const LOCK_MS = 10_000;

export interface RebuildRequest {
  readonly redis: Redis;
  readonly prefix: string;
  readonly leads: Pick<LeadStore, 'counted'>;
  readonly counts: LeadCounts;
  readonly catalogue: Catalogue;
  readonly now: Date;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** `when_stale`: leaves a ledger alone that is sound and counts every cap of the catalogue. Default: always. */
  readonly when?: 'always' | 'when_stale';
}

/**
 * `busy`: another process rebuilds, or the ledger was built with a newer catalogue than this process has yet.
 * `lost`: the lock lapsed, or Redis is not the one it was at the beginning; nothing was changed. `current`: there
 * was nothing to do (only with `when_stale`).
 */
export type Rebuilt =
  | { readonly outcome: 'rebuilt'; readonly leads: number; readonly places: number; readonly ms: number }
  | { readonly outcome: 'busy' | 'lost' | 'current' };

/**
 * Counts the ledger anew from the stored leads, beside the live keys, and makes the count current in one step.
 *
 * While the lock exists the ledger reserves and settles nothing. So every place that was ever reserved has its
 * intent in MongoDB before the scan begins, nothing can be missed, and the old count is as true as before if this
 * fails. It can only be too careful: a lead that ends meanwhile is still counted until its debt is paid.
 *
 * Throws on an outage of MongoDB or Redis; the lock is given back, or lapses.
 */
export async function rebuildLedger(request: RebuildRequest): Promise<Rebuilt> {
  const { prefix, catalogue, when = 'always' } = request;
  const redis = withLedgerCommands(request.redis);
  const { root, lock, generations } = ledgerKeys(prefix);
  const token = randomUUID();
  const started = performance.now();
  const capIds = capsOfCatalogue(catalogue).map(({ id }) => id);

  const [begun, runId] = await redis.ledgerBegin(
    root,
    lock,
    generations,
    token,
    LOCK_MS,
    catalogue.version,
    when,
    ...capIds,
  );
  if (begun !== 'begun') return { outcome: begun };

  const lease = keepLock(redis, lock, token);
  let old: string[];
  let counted: { readonly leads: number; readonly tally: Tally } | null;
  try {
    counted = await countLeads({ ...request, isOver: lease.isLost });
    if (counted === null) return { outcome: 'lost' };
    await writeGeneration(redis, prefix, token, { places: counted.tally.places(), capIds });
    const [swapped, ...rest] = await redis.ledgerSwap(
      root,
      lock,
      generations,
      token,
      runId,
      catalogue.version,
    );
    if (swapped === 'lost') return { outcome: 'lost' };
    old = rest;
  } finally {
    lease.stop();
    // After the swap there is nothing to give back; with Redis away the lock lapses by itself.
    await redis.ledgerAbandon(lock, token).catch(() => undefined);
  }
  const rebuilt: Rebuilt = {
    outcome: 'rebuilt',
    leads: counted.leads,
    places: counted.tally.places().length,
    ms: Math.round(performance.now() - started),
  };
  request.log.info({ ...rebuilt, catalogue_version: catalogue.version }, 'cap ledger rebuilt');
  await dropGenerations(redis, prefix, old).catch((error: unknown) => {
    request.log.warn({ err: error }, 'old cap ledger not removed yet, the next rebuild does it');
  });
  return rebuilt;
}

/** Renews the lock until stopped. Once lost it stays lost: somebody may have reserved since. */
function keepLock(redis: LedgerCommands, lock: string, token: string) {
  let lost = false;
  const renew = async (): Promise<void> => {
    if ((await redis.ledgerRenew(lock, token, LOCK_MS)) === 0) lost = true;
  };
  const timer = setInterval(() => {
    // A failed renewal is told by the swap, which looks at the lock itself.
    renew().catch(() => undefined);
  }, LOCK_MS / 3);
  return {
    isLost: () => lost,
    stop: () => {
      clearInterval(timer);
    },
  };
}
