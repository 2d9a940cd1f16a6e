import type { WorkPorts } from '../work-ports.js';
import { payDebts } from './pay-debts.js';

/** Leaves the queue the time to be punctual before the sweeper steps in. */
const GRACE_MS = 2_000;
const DEBT_GRACE_MS = 5_000;
const BATCH = 500;

/** What one sweep found; more than BATCH of anything waits for the next. */
export interface Swept {
  readonly searches: number;
  readonly closed: number;
  readonly leads: number;
  readonly debts: number;
}

/**
 * Brings back what `due_at` says is overdue, closes searches whose time is over, and works debts off. Any number of
 * sweepers may do this at once: jobs are named by the record and its `due_at`, and every write is conditional.
 */
export async function sweep(ports: WorkPorts): Promise<Swept> {
  const { searches, closed } = await sweepSearches(ports);
  return { searches, closed, leads: await sweepLeads(ports), debts: await sweepDebts(ports) };
}

async function sweepSearches({ searches, queues, clock }: WorkPorts) {
  const now = clock();
  const overdue = await searches.overdue(new Date(now.getTime() - GRACE_MS), BATCH);
  const over = overdue.filter(({ state, closes_at }) => state === 'asking' || closes_at <= now);
  for (const { id, round } of over)
    await searches.close(id, round, now, { at: now, what: 'closed', reason: { why: 'open time is over' } });
  const rest = overdue.filter((search) => !over.includes(search));
  if (rest.length > 0)
    await queues.search(rest.map(({ id, round, due_at }) => ({ search_id: id, round, ...jobFor(due_at) })));
  return { searches: rest.length, closed: over.length };
}

async function sweepLeads({ leads, queues, clock }: WorkPorts): Promise<number> {
  const overdue = await leads.overdue(new Date(clock().getTime() - GRACE_MS), BATCH);
  if (overdue.length > 0)
    await queues.submit(overdue.map(({ id, round, due_at }) => ({ lead_id: id, round, ...jobFor(due_at) })));
  return overdue.length;
}

async function sweepDebts(ports: WorkPorts): Promise<number> {
  const indebted = await ports.leads.indebted(new Date(ports.clock().getTime() - DEBT_GRACE_MS), BATCH);
  const owed = indebted.flatMap(({ id, debts }) => debts.map((debt) => ({ id, debt })));
  const paid = await payDebts(ports, owed);
  if (paid.length > 0) await ports.leads.clearDebts(paid.map(({ id, debt }) => ({ id, round: debt.round })));
  return paid.length;
}

const jobFor = (due_at: Date | undefined): { request_id: string; due?: number } => ({
  request_id: 'sweeper',
  ...(due_at ? { due: due_at.getTime() } : {}),
});
