import type { WorkPorts } from '../ports/work-ports.js';
import { bookAdjustments } from '../money/book-adjustments.js';
import { bookPending } from '../money/book-pending.js';
import { applyReturnEffects } from '../money/return-effects.js';
import { createFailures, eachSeparately, type Failures } from '../each-separately.js';
import { bisectOnFailure } from '../bisect-on-failure.js';
import { closeExpired } from '../search/close-expired.js';
import { applyEffects } from '../submit/effects.js';
import { createFallbackLead } from '../submit/create-fallback.js';
import { EFFECT_GRACE_MS, SWEEP_GRACE_MS } from '../../core/delivery/lease-times.js';

const BATCH = 500;

/** What one sweep found, at most BATCH of a kind. */
export interface Swept {
  readonly searches: number;
  readonly closed: number;
  readonly leads: number;
  readonly effects: number;
  readonly entries: number;
}

/** Whether effects or entries were left for the next sweep, which should then begin at once. */
export const leftSome = ({ effects, entries }: Swept): boolean => effects >= BATCH || entries >= BATCH;

type SearchesSwept = Pick<Swept, 'searches' | 'closed'>;

/**
 * Adds jobs for overdue records, closes searches whose time is over, applies pending effects, creates pending
 * fallbacks, and writes unbooked entries to the books. Several sweepers may do this at once: the name of a job contains the record and its `due_at`, and every write is conditional.
 *
 * No part waits for another part, and no record for another record. A failure is logged once (`failures`), and the
 * rest continues. After all parts ran, this throws the first error that ended a whole part (an outage).
 *
 * `entriesAfterMs`: entries are left for so long to `finishLeads`, which takes them off with all else.
 */
export async function sweep(
  ports: WorkPorts,
  failures = createFailures(ports.log),
  entriesAfterMs?: number,
): Promise<Swept> {
  const faults: unknown[] = [];
  const part = <T>(work: Promise<T>): Promise<T | undefined> =>
    work.catch((error: unknown) => {
      faults.push(error);
      return undefined;
    });
  const found = await part(sweepSearches(ports, failures));
  const leads = await part(sweepLeads(ports));
  const effects = await part(sweepEffects(ports, failures));
  await part(sweepFallbacks(ports, failures));
  await part(applyReturnEffects(ports, failures));
  const before =
    entriesAfterMs === undefined ? undefined : new Date(ports.clock().getTime() - entriesAfterMs);
  const entries = await part(bookPending(ports, failures, before));
  const adjustments = await part(bookAdjustments(ports, failures));
  if (faults.length > 0) throw faults[0];
  const counts = { leads: leads ?? 0, effects: effects ?? 0, entries: (entries ?? 0) + (adjustments ?? 0) };
  return { searches: 0, closed: 0, ...found, ...counts };
}

/**
 * The parts of a sweep that somebody waits for: overdue records and pending fallbacks. Every sweeper does them, so that none
 * of them is late when another dies.
 */
export async function sweepDue(ports: WorkPorts, failures: Failures): Promise<void> {
  const parts = [sweepSearches(ports, failures), sweepLeads(ports), sweepFallbacks(ports, failures)];
  for (const ended of await Promise.allSettled<unknown>(parts))
    if (ended.status === 'rejected') throw ended.reason;
}

async function sweepSearches(ports: WorkPorts, failures: Failures): Promise<SearchesSwept> {
  const { searches, queues, clock } = ports;
  const now = clock();
  const before = new Date(now.getTime() - SWEEP_GRACE_MS);
  const overdue = await searches.overdue(before, BATCH + failures.known());
  const over = overdue.filter(({ state, closes_at }) => state === 'asking' || closes_at <= now);
  const rest = overdue.filter((search) => !over.includes(search));
  // Handle the searches that are not over first, so that they are answered sooner.
  if (rest.length > 0)
    await queues.search(rest.map(({ id, run, due_at }) => ({ search_id: id, run, ...jobFor(due_at) })));
  const closed = await eachSeparately(failures, over, {
    what: 'closing a search',
    idOf: ({ id }) => id,
    act: (search) => closeExpired({ searches }, search, now),
  });
  return { searches: rest.length, closed: closed.length };
}

async function sweepLeads({ leads, queues, clock }: WorkPorts): Promise<number> {
  const overdue = await leads.overdue(new Date(clock().getTime() - SWEEP_GRACE_MS), BATCH);
  if (overdue.length > 0)
    await queues.submit(
      overdue.map(({ id, submission, due_at }) => ({ lead_id: id, submission, ...jobFor(due_at) })),
    );
  return overdue.length;
}

async function sweepEffects(ports: WorkPorts, failures: Failures): Promise<number> {
  const before = new Date(ports.clock().getTime() - EFFECT_GRACE_MS);
  const pending = await ports.leads.withPendingEffects(before, BATCH + failures.known());
  const unapplied = pending.flatMap(({ id, pending_effects: effects }) =>
    effects.map((effect) => ({ id, effect })),
  );
  const applied = await applyEffects(ports, unapplied, failures);
  const done = applied.map(({ id, effect }) => ({ id, submission: effect.submission }));
  const cleared = await bisectOnFailure(failures, done, {
    what: 'clearing the applied effects of a lead',
    act: (some) => ports.leads.clearEffects(some),
  });
  return cleared.length;
}

async function sweepFallbacks(ports: WorkPorts, failures: Failures): Promise<void> {
  const before = new Date(ports.clock().getTime() - EFFECT_GRACE_MS);
  const pending = await ports.leads.pendingFallbacks(before, BATCH + failures.known());
  await eachSeparately(failures, pending, {
    what: 'creating a fallback',
    idOf: ({ id }) => id,
    act: ({ id }) => createFallbackLead(ports, id),
  });
}

const jobFor = (due_at: Date | undefined): { request_id: string; due?: number } => ({
  request_id: 'sweeper',
  ...(due_at ? { due: due_at.getTime() } : {}),
});
