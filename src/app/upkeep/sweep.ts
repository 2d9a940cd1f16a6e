import type { WorkPorts } from '../ports/work-ports.js';
import { bookAdjustments } from '../money/book-adjustments.js';
import { applyPending, type ApplyEffects } from '../apply-pending.js';
import { bookEntries, MAX_AHEAD_MS } from '../money/book-entries.js';
import { decideOverdue } from '../money/decide-request.js';
import { applyReturnEffects } from '../money/free-returned.js';
import { createFailures, eachSeparately, type Failures } from '../each-separately.js';
import { closeExpired } from '../search/close-expired.js';
import { applyEffects } from '../submit/effects.js';
import { createFallbackLeads } from '../submit/create-fallback.js';
import type { EffectKind } from '../../core/lead/pending-effect.js';
import { EFFECT_GRACE_MS, SWEEP_GRACE_MS } from '../../core/delivery/lease-times.js';

const BATCH = 500;

/**
 * One kind of effect, how a sweep applies it, and for how long that is left to those that apply it at once. Of how many
 * leads something was applied.
 */
const swept =
  <Kind extends EffectKind>(kind: Kind, apply: ApplyEffects<Kind, WorkPorts>, leftMs: number) =>
  (ports: WorkPorts, failures: Failures, afterMs = leftMs): Promise<number> => {
    const before = new Date(ports.clock().getTime() - afterMs);
    return applyPending(ports, { kind, apply, before }, failures);
  };

/** What leads owe, in the order of a sweep. News is left to `finishLeads`. */
const KINDS = {
  reservations: swept('reservations', applyEffects, EFFECT_GRACE_MS),
  fallback: swept('fallback', createFallbackLeads, EFFECT_GRACE_MS),
  return: swept('return', applyReturnEffects, 0),
  entry: swept('entry', bookEntries, -MAX_AHEAD_MS),
} satisfies Record<Exclude<EffectKind, 'news'>, ReturnType<typeof swept>>;

/** What one sweep found, at most BATCH of a kind. `effects`: the leads of which it applied some, of all kinds. */
export interface Swept {
  readonly searches: number;
  readonly closed: number;
  readonly leads: number;
  readonly effects: number;
  readonly adjustments: number;
  /** Return requests past their deadline. */
  readonly requests: number;
}

/** Whether some may be left for the next sweep, which should then begin at once. */
export const leftSome = ({ effects, adjustments, requests }: Swept): boolean =>
  effects >= BATCH || adjustments >= BATCH || requests >= BATCH;

type SearchesSwept = Pick<Swept, 'searches' | 'closed'>;

/**
 * Adds jobs for overdue records, closes searches whose time is over, decides return requests past their deadline, applies pending
 * effects, and writes adjustments to the books. Several sweepers may do this at once: the name of a job contains the record and its `due_at`, and every write is conditional.
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
  // Before the effects, so that one sweep also books what is accepted.
  const requests = await part(decideOverdue(ports, failures, BATCH));
  let effects = 0;
  for (const [kind, apply] of Object.entries(KINDS))
    effects += (await part(apply(ports, failures, kind === 'entry' ? entriesAfterMs : undefined))) ?? 0;
  const adjustments = await part(bookAdjustments(ports, failures));
  if (faults.length > 0) throw faults[0];
  return {
    ...{ searches: 0, closed: 0, ...found, leads: leads ?? 0, effects },
    ...{ adjustments: adjustments ?? 0, requests: requests ?? 0 },
  };
}

/**
 * The parts of a sweep that somebody waits for: overdue records and pending fallbacks. Every sweeper does them, so that none
 * of them is late when another dies.
 */
export async function sweepDue(ports: WorkPorts, failures: Failures): Promise<void> {
  const fallbacks = KINDS.fallback(ports, failures);
  const parts = [sweepSearches(ports, failures), sweepLeads(ports), fallbacks];
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

const jobFor = (due_at: Date | undefined): { request_id: string; due?: number } => ({
  request_id: 'sweeper',
  ...(due_at ? { due: due_at.getTime() } : {}),
});
