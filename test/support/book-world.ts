import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { closeMonth, type ClosePorts, type ClosedMonth } from '../../src/app/money/close-month.js';
import { openStatement } from '../../src/app/money/open-statement.js';
import { statementPdf } from '../../src/app/money/print-statement.js';
import { statementJson } from '../../src/app/money/write-statement.js';
import { bookAll, type BookAllPorts } from '../../src/app/money/book-adjustments.js';
import type { Catalogue } from '../../src/core/catalogue/types.js';
import type { Entry, UnbookedEntry } from '../../src/core/money/entry.js';
import type { PartyKind } from '../../src/core/money/statement.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { createCatalogueStore } from '../../src/platform/mongo/catalogue/catalogue-store.js';
import { createAdjustmentStore } from '../../src/platform/mongo/money/adjustment-store.js';
import { createBookStore } from '../../src/platform/mongo/money/book-store.js';
import { createEntryReader } from '../../src/platform/mongo/money/entry-reader.js';
import { createPeriodStore } from '../../src/platform/mongo/money/period-store.js';
import { createStatementPrinter } from '../../src/platform/pdf/statement-printer.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { IDS } from './catalogue.js';
import { testLead } from './records.js';

const nothing = (): void => undefined;
export const NO_LOG = { info: nothing, warn: nothing, error: nothing };

/** The books of a database, and what a test does with them. */
export function bookWorld(connection: Connection, catalogue: Catalogue, clock: () => Date) {
  const stores = {
    books: createBookStore(connection),
    adjustments: createAdjustmentStore(connection),
    leads: createLeadStore(connection),
  };
  const periods = createPeriodStore(connection);
  const entries = createEntryReader(connection);
  const versions = createCatalogueStore(connection);
  const booking: BookAllPorts = { ...stores, catalogue: { current: () => catalogue }, clock, log: NO_LOG };
  const bookPending = (): Promise<void> => bookAll(booking);
  const ports: ClosePorts = {
    ...{ books: stores.books, periods, catalogue: versions, bookPending, clock },
    pause: () => pause(20),
  };
  return {
    ...stores,
    ...{ periods, entries, versions, booking, ports, bookPending: bookPending, clock, pause: ports.pause },
    close: (month: string, over: Partial<ClosePorts> = {}, waitMs = 20_000): Promise<ClosedMonth> =>
      closeMonth({ ...ports, ...over }, { month, by: 'ann', waitMs, onWaiting: nothing }),
    async statement(kind: PartyKind, handle: string, month: string): Promise<string> {
      const found = {
        books: stores.books,
        periods,
        entries,
        catalogue: versions,
        clock,
        leads: stores.leads,
      };
      const opened = await openStatement(found, { kind, party: handle, month });
      if (opened.outcome !== 'opened') throw new Error(opened.why);
      const chunks: string[] = [];
      for await (const chunk of statementJson(opened.statement)) chunks.push(chunk);
      return chunks.join('\n');
    },
    async pdf(kind: PartyKind, handle: string, month: string): Promise<Buffer> {
      const found = {
        books: stores.books,
        periods,
        entries,
        catalogue: versions,
        clock,
        leads: stores.leads,
      };
      const opened = await openStatement(found, { kind, party: handle, month });
      if (opened.outcome !== 'opened') throw new Error(opened.why);
      return statementPdf(createStatementPrinter(), opened.statement);
    },
    async all(): Promise<Entry[]> {
      const found: Entry[] = [];
      for await (const entry of entries.list({})) found.push(entry);
      return found;
    },
    /** A lead that was sold at `at`, and owes the entry of its sale. */
    async sold(
      at: Date,
      over: Partial<LeadRecord> = {},
      owed: Partial<UnbookedEntry> = {},
    ): Promise<LeadRecord> {
      const { due_at: _, ...lead } = testLead({
        id: randomUUID(),
        state: 'accepted',
        received_at: at,
        decision: { code: 'ACCEPTED', at, payout_cents: 2_000, source: 'buyer' },
        pending_effects: [{ ...saleOf(at), ...owed }],
        ...over,
      });
      await stores.leads.insert(lead);
      return lead;
    },
    /** The books as after a migration at this moment. */
    async begin(begun_at: Date): Promise<void> {
      for (const name of ['entries', 'periods', 'pending_adjustments', 'leads'])
        await connection.collection(name).deleteMany({});
      await connection
        .collection<{ _id: string }>('meta')
        .replaceOne({ _id: 'books' }, { begun_at }, { upsert: true });
    },
  };
}

export type BookWorld = ReturnType<typeof bookWorld>;

const saleOf = (at: Date): UnbookedEntry => ({
  ...{ kind: 'entry', what: 'sale', number: 0, since: at, by: 'buyer', buyer_id: IDS.buyer },
  ...{ buyer_cents: 4_250, affiliate_cents: 2_000, currency: 'USD', attempt: 1, catalogue_version: 1 },
});
