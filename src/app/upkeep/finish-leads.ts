import { bookEntries, type BookPorts } from '../money/book-owed.js';
import { readOwing, takeOff, tellNews, type PublishPorts } from '../news/publish-news.js';
import type { DoneOf, LeadOwingNews, WhichNews } from '../ports/news-store.js';
import { applyEffects } from '../submit/effects.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { createFailures, type Failures } from './each-alone.js';

/** As many leads as one call reads at most, besides those with which something failed before. */
export const FINISHED_AT_ONCE = 500;

export type FinishPorts = PublishPorts &
  Pick<BookPorts, 'books' | 'catalogue' | 'clock' | 'log'> &
  Pick<WorkPorts, 'searches' | 'claims' | 'ledger'>;

/**
 * Does what leads owe after a change: publishes its news, writes its entries to the books, and confirms what a sale
 * reserved. One update of each lead then takes off all that was done. It may be stopped anywhere and run twice at once,
 * because each part may. News waits for no other part. What another part can't do stays with the lead: the sweep does
 * it, or says why not. A lead that fails is logged, and delays no other. Returns how many leads owe no news any more.
 * Throws on an outage while news is published or leads are written.
 */
export async function finishLeads(
  ports: FinishPorts,
  failures: Failures = createFailures(ports.log),
  which?: WhichNews,
): Promise<number> {
  const owing = await readOwing(ports, FINISHED_AT_ONCE, failures, which);
  if (owing.length === 0) return 0;
  let untold: { readonly error: unknown } | undefined;
  const told = await tellNews(ports, owing, failures).catch((error: unknown) => {
    untold = { error };
    return [];
  });
  const written = await bookEntries(ports, owing.flatMap(withEntries), failures).catch(leftToSweep);
  const applied = await confirmSales(ports, owing, failures).catch(leftToSweep);
  const isTold = new Set(told.map(({ id }) => id));
  const done = new Map(owing.map((lead) => [lead.id, doneOf(lead, isTold.has(lead.id))]));
  for (const { id, kind, n } of written) done.get(id)?.entries.push({ kind, n });
  for (const { id, effect } of applied) done.get(id)?.effects.push(effect.round);
  const cleared = await takeOff(ports, [...done.values()], failures);
  if (untold) throw untold.error;
  return cleared.filter(({ id }) => isTold.has(id)).length;
}

/** The sweep meets the same, and tells. */
const leftToSweep = (): [] => [];

/**
 * A worker applies all other effects itself, right after it ended the lead. A stale ledger is left to the sweep, because
 * a rebuild takes long and news should not wait.
 */
async function confirmSales(ports: FinishPorts, owing: readonly LeadOwingNews[], failures: Failures) {
  const sales = owing.flatMap(({ id, debts = [] }) =>
    debts.filter(({ action }) => action === 'confirm').map((effect) => ({ id, effect })),
  );
  return applyEffects({ ...ports, rebuildLedger: () => Promise.resolve(false) }, sales, failures);
}

const withEntries = (lead: LeadOwingNews) => {
  const { unbooked = [] } = lead;
  return unbooked.length === 0 ? [] : [{ ...lead, unbooked }];
};

interface Doing extends DoneOf {
  readonly entries: { kind: NonNullable<DoneOf['entries']>[number]['kind']; n: number }[];
  readonly effects: number[];
}

const doneOf = ({ id, revision, news }: LeadOwingNews, isTold: boolean): Doing => ({
  ...{ id, revision, news: isTold ? news : [], entries: [], effects: [] },
});
