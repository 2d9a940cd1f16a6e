import { clearApplied, pendingOf } from '../apply-pending.js';
import { bookEntries, type BookPorts } from '../money/book-entries.js';
import { readPendingNews, storeNews, type PublishPorts } from '../news/publish-news.js';
import type { WhichNews } from '../ports/news-store.js';
import { applyEffects } from '../submit/effects.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { createFailures, type Failures } from '../each-separately.js';

/** As many leads as one call reads at most, besides those with which something failed before. */
export const FINISHED_AT_ONCE = 500;

export type FinishPorts = PublishPorts &
  Pick<BookPorts, 'books' | 'catalogue' | 'clock' | 'log'> &
  Pick<WorkPorts, 'searches' | 'claims' | 'ledger'>;

/**
 * Finishes what is pending after a change of leads: releases what they reserved, publishes its news, writes its entries to the books,
 * and confirms what a sale reserved. One update of each lead then takes off all that was done. It may be stopped anywhere
 * and run twice at once, because each part may. Only releases come before the news: an affiliate that is told of a refusal
 * may submit another result of the search at once. News waits for nothing that fails. What another part can't do stays with
 * the lead: the sweep does it, or says why not. A lead that fails is logged, and delays no other. Returns how many leads have no pending news
 * any more. Throws on an outage while news is published or leads are written.
 */
export async function finishLeads(
  ports: FinishPorts,
  failures: Failures = createFailures(ports.log),
  which?: WhichNews,
): Promise<number> {
  const leads = await readPendingNews(ports, FINISHED_AT_ONCE, failures, which);
  if (leads.length === 0) return 0;
  const reservations = pendingOf(leads, 'reservations');
  // A worker releases what its lead reserved right after it ended the lead. A callback, an operator and an erasure leave
  // that to this. A stale ledger is left to the sweep, because a rebuild takes long and news should not wait.
  const apply = (what: 'release' | 'confirm') =>
    applyEffects(
      { ...ports, rebuildLedger: () => Promise.resolve(false) },
      reservations.filter(({ effect }) => effect.what === what),
      failures,
    ).catch(leftToSweep);
  const released = await apply('release');
  let untold: { readonly error: unknown } | undefined;
  const told = await storeNews(ports, leads, failures).catch((error: unknown) => {
    untold = { error };
    return [];
  });
  const written = await bookEntries(ports, pendingOf(leads, 'entry'), failures).catch(leftToSweep);
  const applied = [...released, ...pendingOf(told, 'news'), ...written, ...(await apply('confirm'))];
  const cleared = await clearApplied(ports, applied, failures);
  if (untold) throw untold.error;
  return cleared.filter(({ revision }) => revision !== undefined).length;
}

/** The sweep meets the same, and tells. */
const leftToSweep = (): [] => [];
