import type { CatalogueSource } from './catalogue-source.js';
import type { BuyerHistory } from './buyer-history.js';
import type { ClaimStore } from './claim-store.js';
import type { Destinations } from './destinations.js';
import type { DestinationGate } from './destination-gate.js';
import type { Geo } from '../../core/lead/geo.js';
import type { LeadStore } from './lead-store.js';
import type { Ledger } from './cap-ledger.js';
import type { Queues, Wake } from './queues.js';
import type { SearchStore } from './search-store.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { UnfinishedRuns } from './unfinished-runs.js';

/** One line of a log: the fields first, then what happened. */
export interface WorkLog {
  info(fields: object, what: string): void;
  warn(fields: object, what: string): void;
  error(fields: object, what: string): void;
}

/** Everything the use cases touch the world through. */
export interface WorkPorts {
  readonly clock: () => Date;
  /** 0–1, for jitter. */
  readonly random: () => number;
  readonly newId: () => string;
  readonly searches: SearchStore;
  readonly leads: LeadStore;
  readonly claims: ClaimStore;
  readonly ledger: Ledger;
  /** Counts the ledger anew from the stored leads; false when another process is at it. */
  readonly rebuildLedger: () => Promise<boolean>;
  readonly queues: Queues;
  readonly wake: Wake;
  readonly catalogue: CatalogueSource;
  readonly buyerHistory: BuyerHistory;
  readonly geo: Geo;
  /** Before everything that leaves for a buyer or partner. */
  readonly gate: DestinationGate;
  readonly destinations: Destinations;
  /** Where the buyer of a lead may call back; undefined where no address is set. */
  readonly callbacks: { urlOf(lead: Pick<LeadRecord, 'id' | 'round'>): string | undefined };
  /** Counts what was wrong with a partner's answer, by the offer's handle. */
  readonly countPartnerFaults: (offer: string, faults: number) => void;
  /** Runs of this process that an outage ended and that are still to be put back. */
  readonly unfinished: UnfinishedRuns;
  /** How long a run repeats what must not be lost before it leaves that to its process. */
  readonly retryOnOutageMs: number;
  readonly log: WorkLog;
}

/** What a run asks of its job: to come back at a time, or nothing. */
export type RunEnd = { readonly again_at?: Date };
export const DONE: RunEnd = {};

/** Tells the web process that waits. A wake that is lost costs its caller time, never the record: nothing fails by it. */
export async function wakeWaiting(
  { wake, log }: Pick<WorkPorts, 'wake' | 'log'>,
  replyTo: string | undefined,
  id: string,
): Promise<void> {
  if (replyTo === undefined) return;
  try {
    await wake.wake(replyTo, id);
  } catch (error) {
    log.warn({ err: error, record_id: id }, 'a waiting process could not be woken');
  }
}

const isStale = (answer: unknown): boolean =>
  answer === 'stale' ||
  (typeof answer === 'object' && answer !== null && 'outcome' in answer && answer.outcome === 'stale');

/**
 * Asks the cap ledger. When it answers `stale`, this has the ledger rebuilt and asks once more. Still `stale` means
 * that nobody can say yet: another process rebuilds the ledger, or this one has an older catalogue.
 */
export async function askLedger<Answer>(
  { rebuildLedger }: Pick<WorkPorts, 'rebuildLedger'>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await ask();
  return isStale(answer) && (await rebuildLedger()) ? ask() : answer;
}
