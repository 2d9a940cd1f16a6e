import { setTimeout as pause } from 'node:timers/promises';
import type { Violation } from '../../core/invariants/invariant.js';
import { LONE_LEAD_INVARIANTS } from '../../core/invariants/lead-invariants.js';
import { LONE_SEARCH_INVARIANTS } from '../../core/invariants/search-invariants.js';
import { LIVE, SETTLED } from '../../core/invariants/tolerance.js';
import { evaluate, missingOf } from '../../core/invariants/violations-of.js';
import { checkLedger } from './check-ledger.js';
import { createSalesCheck, type SalesCheck } from './check-sales.js';
import { type Circumstances, confirm, worldOf } from './confirm.js';
import { createLeadIndex } from './lead-index.js';
import { checkBooks } from './check-books.js';
import { checkNews } from './check-news.js';
import { checkReports, type CheckedReports } from './check-reports.js';
import type { BookStore } from '../ports/book-store.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type { TimedChangeStore } from '../ports/timed-changes.js';
import type { LedgerReader, NewsReader, RecordReader } from './ports.js';
import { readHistory } from './read-history.js';

/** Longer than one step of a worker normally takes. */
const LOOK_AGAIN_MS = 1_000;

/** What the check reads. It writes nothing. */
export interface IntegrityPorts {
  readonly records: RecordReader;
  readonly ledger: LedgerReader;
  readonly versions: Pick<CatalogueStore, 'currentVersion' | 'read'>;
  readonly timedChanges: Pick<TimedChangeStore, 'list'>;
  readonly books: Pick<BookStore, 'head'>;
  /** Absent: the counts of the reports are not compared. */
  readonly reports?: CheckedReports;
  /** Absent: what affiliates are told is not compared. */
  readonly news?: NewsReader;
}

export interface CheckRequest extends IntegrityPorts {
  readonly clock: () => Date;
  /** All processes had time to finish, so the tolerances for operations in progress are small. */
  readonly settled: boolean;
  /** Records from before this moment may have been deleted on purpose. */
  readonly kept_since: Date | null;
  /** Ids whose storage was confirmed to a client. */
  readonly acknowledged?: AsyncIterable<string>;
  readonly onViolation: (violation: Violation) => void;
  /** Replaces the pause in tests. */
  readonly beforeSecondLook?: () => Promise<unknown>;
}

/** What the check has read. */
export interface Checked {
  readonly leads: number;
  readonly searches: number;
  readonly claims: number;
  readonly acknowledged: number;
  /** Compared cap buckets. Null: the ledger was out of service and was not compared. */
  readonly places: number | null;
}

/**
 * Reads all records and reports every violation. It is safe beside running processes, because it only reads, and
 * reads again whatever seems wrong before it reports it. Throws on an outage.
 */
export async function checkEverything(request: CheckRequest): Promise<Checked> {
  const { records: reader, clock, settled, kept_since, onViolation } = request;
  const history = await readHistory(request);
  const { beforeSecondLook = () => pause(LOOK_AGAIN_MS) } = request;
  const tolerance = settled ? SETTLED : LIVE;
  const about: Circumstances = { clock, history, kept_since, tolerance, beforeSecondLook };

  const sales = createSalesCheck(about);
  const counts = await checkRecords(reader, about, sales, onViolation);
  for await (const violation of sales.violations(reader)) onViolation(violation);
  for await (const violation of checkBooks(reader, about)) onViolation(violation);
  if (request.reports) (await checkReports(request.reports, about)).forEach(onViolation);
  if (request.news) for await (const violation of checkNews(request.news, about)) onViolation(violation);
  const ledger = await checkLedger({ reader, ledger: request.ledger, about });
  ledger.violations.forEach(onViolation);
  const acknowledged = await checkAcknowledged(reader, request);
  return { ...counts, acknowledged, places: ledger.places };
}

/** Checks leads, claims and searches. Reads each record once, and suspects again. */
async function checkRecords(
  reader: RecordReader,
  about: Circumstances,
  sales: Pick<SalesCheck, 'add'>,
  onViolation: (violation: Violation) => void,
): Promise<Pick<Checked, 'leads' | 'searches' | 'claims'>> {
  const world = worldOf(about, {});
  const index = createLeadIndex();
  const suspects = { leads: new Set<string>(), searches: new Set<string>(), claims: new Set<string>() };
  const needed = new Map<string, string>();
  const counts = { leads: 0, searches: 0, claims: 0 };

  for await (const lead of reader.leads()) {
    counts.leads += 1;
    index.add(lead, world);
    if (lead.search_id !== undefined) needed.set(lead.search_id, lead.id);
    if (evaluate('lead', lead.id, LONE_LEAD_INVARIANTS, lead, world).length > 0) suspects.leads.add(lead.id);
    sales.add(lead);
  }
  for await (const { key, owners } of reader.claims()) {
    counts.claims += 1;
    for (const { lead, submission } of owners) if (!index.claims(lead, submission)) suspects.claims.add(key);
  }
  for await (const search of reader.searches()) {
    counts.searches += 1;
    needed.delete(search.id);
    if (evaluate('search', search.id, LONE_SEARCH_INVARIANTS, search, world).length > 0)
      suspects.searches.add(search.id);
    for (const { lead, submission, state } of search.slots)
      if (!index.slot(lead, submission, state)) suspects.searches.add(search.id);
  }
  for (const id of index.lacking()) suspects.leads.add(id);
  for (const id of needed.values()) suspects.leads.add(id);
  for await (const violation of confirm(reader, about, suspects)) onViolation(violation);
  return counts;
}

const BATCH = 1_000;

async function checkAcknowledged(
  reader: RecordReader,
  { acknowledged, onViolation }: CheckRequest,
): Promise<number> {
  let count = 0;
  let batch: string[] = [];
  const look = async (): Promise<void> => {
    const stored = await reader.stored(batch);
    missingOf(batch, (id) => stored.has(id)).forEach(onViolation);
    count += batch.length;
    batch = [];
  };
  for await (const id of acknowledged ?? NOTHING) {
    batch.push(id);
    if (batch.length === BATCH) await look();
  }
  await look();
  return count;
}

// eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of nothing
const NOTHING: AsyncIterable<string> = (async function* () {
  yield* [];
})();
