import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { countLeads } from '../../../app/caps/count-leads.js';
import { countedCaps } from '../../../core/caps/cap-buckets.js';
import type { UsageCount } from '../../../core/caps/usage-counts.js';
import type { Catalogue } from '../../../core/catalogue/types.js';
import type { Log } from '../../process/logger.js';
import type { LeadScan } from '../../mongo/stores/lead-scan.js';
import { unsuitableReason } from './suitability.js';
import { dropCaps, dropGenerations, writeGeneration } from './generation.js';
import { type LedgerCommands, withLedgerCommands } from './ledger-commands.js';
import { ledgerKeys } from './ledger-keys.js';

/** If a rebuilding process dies, the ledger is back in service after this time at most. */
const LOCK_MS = 10_000;

export interface RebuildRequest {
  readonly redis: Redis;
  readonly prefix: string;
  readonly scan: LeadScan;
  readonly catalogue: Catalogue;
  readonly now: Date;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /**
   * - `when_stale`: don't rebuild a sound ledger that counts the catalogue's caps.
   * - `recount`: rebuild a sound ledger, too.
   * - `always`, the default, is for operators alone: it also goes back to the caps of an older catalogue, as after a
   * restore of MongoDB. The others never do, because a process that was suspended may have such a catalogue.
   */
  readonly when?: 'always' | 'when_stale' | 'recount';
}

/**
 * - `unsuitable`: this Redis can't hold the ledger; `why` gives the reason.
 * - `busy`: another process is rebuilding.
 * - `outdated_catalogue` (not with `always`): the ledger counts the caps of a newer catalogue, `version`, than this process has.
 * - `removed_caps` (only with `when_stale`): caps were removed from the catalogue and nothing else changed. Only those caps were dropped.
 * - `lost`: the lock lapsed, or Redis is not the same server as at the beginning, or it was promoted or evicted keys
 * in the meantime. Nothing was changed.
 * - `current` (only with `when_stale`): there was nothing to do.
 */
export type Rebuilt =
  | { readonly outcome: 'rebuilt'; readonly leads: number; readonly buckets: number; readonly ms: number }
  | { readonly outcome: 'removed_caps'; readonly caps: number }
  | { readonly outcome: 'unsuitable'; readonly why: string }
  | { readonly outcome: 'outdated_catalogue'; readonly version: number }
  | { readonly outcome: 'busy' | 'lost' | 'current' };

/** Whether the ledger is in service for the catalogue that was asked for. */
export const isInService = ({ outcome }: Rebuilt): boolean =>
  outcome === 'rebuilt' || outcome === 'removed_caps' || outcome === 'current';

/**
 * Counts the ledger again from the stored leads, into new keys beside the live ones, and makes the count current in
 * one step.
 *
 * While the lock exists, the ledger neither reserves nor confirms. So the intent of every reservation is in MongoDB
 * before the scan begins. The scan sees all of it, even after a failover, so the count can't miss a
 * sale. If the rebuild fails, the old count is as true as before. The count may be too high, never too low: a lead
 * that ends meanwhile counts until its pending effects are applied.
 *
 * Throws on an outage of MongoDB or Redis. The lock is then released, or it lapses.
 */
export async function rebuildLedger(request: RebuildRequest): Promise<Rebuilt> {
  const { prefix, catalogue, when = 'always' } = request;
  const redis = withLedgerCommands(request.redis);
  const { root, lock: lockKey, generations } = ledgerKeys(prefix);
  const token = randomUUID();
  const started = performance.now();
  const { version, fingerprint, ids: capIds } = countedCaps(catalogue);

  const begun = await redis.ledgerBegin(
    root,
    lockKey,
    generations,
    token,
    LOCK_MS,
    version,
    fingerprint,
    when,
    ...capIds,
  );
  if (begun[0] === 'removed_caps') return dropRemovedCaps(request, begun);
  if (begun[0] === 'unsuitable') return { outcome: 'unsuitable', why: unsuitableReason(begun[1]) };
  if (begun[0] === 'outdated_catalogue') return { outcome: 'outdated_catalogue', version: Number(begun[1]) };
  if (begun[0] !== 'begun') return { outcome: begun[0] };
  // `era` identifies the server's process and replication history; if it differs at the swap, the count is discarded.
  const [, era, newest] = begun;

  const lock = keepLock(redis, lockKey, token);
  let old: string[];
  let counted: { readonly leads: number; readonly usage: UsageCount } | null;
  try {
    counted = await request.scan((from) => countLeads({ ...request, ...from, isCancelled: lock.isLost }));
    if (counted === null) return { outcome: 'lost' };
    await writeGeneration(redis, prefix, token, { usages: counted.usage.buckets(), capIds });
    const [swapped, ...rest] = await redis.ledgerSwap(
      root,
      lockKey,
      generations,
      token,
      era,
      newest,
      fingerprint,
    );
    if (swapped === 'lost') return { outcome: 'lost' };
    old = rest;
  } finally {
    lock.stop();
    // After the swap there is no lock to release. If Redis is away, the lock lapses by itself.
    await redis.ledgerAbandon(lockKey, token).catch(() => undefined);
  }
  const rebuilt: Rebuilt = {
    outcome: 'rebuilt',
    leads: counted.leads,
    buckets: counted.usage.buckets().length,
    ms: Math.round(performance.now() - started),
  };
  request.log.info({ ...rebuilt, catalogue_version: version }, 'cap ledger rebuilt');
  await dropGenerations(redis, prefix, old).catch((error: unknown) => {
    request.log.warn({ err: error }, 'the old cap ledger could not be deleted; the next rebuild will retry');
  });
  return rebuilt;
}

async function dropRemovedCaps(
  { redis, prefix, catalogue, log }: RebuildRequest,
  [outcome, token, ...dropped]: readonly ['removed_caps', string, ...string[]],
): Promise<Rebuilt> {
  const removed = { outcome, caps: dropped.length };
  log.info(
    { ...removed, catalogue_version: catalogue.version },
    'removed caps were dropped from the cap ledger',
  );
  await dropCaps(redis, prefix, token, dropped).catch((error: unknown) => {
    log.warn({ err: error }, 'the counts of removed caps could not be deleted; the next rebuild will retry');
  });
  return removed;
}

/** Renews the lock until stopped. A lost lock stays lost, because another process may have reserved since. */
function keepLock(redis: LedgerCommands, key: string, token: string) {
  let lost = false;
  const renew = async (): Promise<void> => {
    if ((await redis.ledgerRenew(key, token, LOCK_MS)) === 0) lost = true;
  };
  const timer = setInterval(() => {
    // Ignore a failed renewal here. The swap checks the lock and reports the loss.
    renew().catch(() => undefined);
  }, LOCK_MS / 3);
  return {
    isLost: () => lost,
    stop: () => {
      clearInterval(timer);
    },
  };
}
