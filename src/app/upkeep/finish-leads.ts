import { bookEntries, type BookPorts } from '../money/book-pending.js';
import { readPendingNews, clearFromLeads, storeNews, type PublishPorts } from '../news/publish-news.js';
import type { DoneOf, LeadWithPendingNews, WhichNews } from '../ports/news-store.js';
import type { PendingEffect } from '../../core/lead/lead-record.js';
import { applyEffects, type PendingOf } from '../submit/effects.js';
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
  const pending = await readPendingNews(ports, FINISHED_AT_ONCE, failures, which);
  if (pending.length === 0) return 0;
  const released = await applyAll(ports, pending, 'release', failures);
  let untold: { readonly error: unknown } | undefined;
  const told = await storeNews(ports, pending, failures).catch((error: unknown) => {
    untold = { error };
    return [];
  });
  const written = await bookEntries(ports, pending.flatMap(withEntries), failures).catch(leftToSweep);
  const confirmed = await applyAll(ports, pending, 'confirm', failures);
  const isTold = new Set(told.map(({ id }) => id));
  const done = new Map(pending.map((lead) => [lead.id, doneOf(lead, isTold.has(lead.id))]));
  for (const { id, kind, number } of written) done.get(id)?.entries.push({ kind, number });
  for (const { id, effect } of [...released, ...confirmed]) done.get(id)?.effects.push(effect.submission);
  const cleared = await clearFromLeads(ports, [...done.values()], failures);
  if (untold) throw untold.error;
  return cleared.filter(({ id }) => isTold.has(id)).length;
}

/** The sweep meets the same, and tells. */
const leftToSweep = (): [] => [];

/**
 * A worker releases what its lead reserved right after it ended the lead. A callback, an operator and an erasure leave that
 * to this. A stale ledger is left to the sweep, because a rebuild takes long and news should not wait.
 */
function applyAll(
  ports: FinishPorts,
  pending: readonly LeadWithPendingNews[],
  what: PendingEffect['action'],
  failures: Failures,
): Promise<PendingOf[]> {
  const effects = pending.flatMap(({ id, pending_effects = [] }) =>
    pending_effects.filter(({ action }) => action === what).map((effect) => ({ id, effect })),
  );
  const rebuildLedger = () => Promise.resolve(false);
  return applyEffects({ ...ports, rebuildLedger }, effects, failures).catch(leftToSweep);
}

const withEntries = (lead: LeadWithPendingNews) => {
  const { unbooked = [] } = lead;
  return unbooked.length === 0 ? [] : [{ ...lead, unbooked }];
};

interface Doing extends DoneOf {
  readonly entries: { kind: NonNullable<DoneOf['entries']>[number]['kind']; number: number }[];
  readonly effects: number[];
}

const doneOf = ({ id, revision, news }: LeadWithPendingNews, isTold: boolean): Doing => ({
  ...{ id, revision, news: isTold ? news : [], entries: [], effects: [] },
});
