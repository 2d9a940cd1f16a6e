import { setTimeout as pause } from 'node:timers/promises';
import type { Catalogue } from '../../core/catalogue/types.js';
import { EMPTY_DOCUMENT, type CatalogueDocument } from '../../core/catalogue/document.js';
import { bookAll } from '../../app/money/book-adjustments.js';
import type { AdjustmentStore } from '../../app/ports/adjustment-store.js';
import type { AuditLog } from '../../app/ports/audit-log.js';
import type { BookStore } from '../../app/ports/book-store.js';
import type { CatalogueStore } from '../../app/ports/catalogue-store.js';
import type { EntryReader } from '../../app/ports/entry-reader.js';
import type { LeadStore } from '../../app/ports/lead-store.js';
import type { PeriodStore } from '../../app/ports/period-store.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { createAdjustmentStore } from '../../platform/mongo/money/adjustment-store.js';
import { createBookStore } from '../../platform/mongo/money/book-store.js';
import { createEntryReader } from '../../platform/mongo/money/entry-reader.js';
import { createPeriodStore } from '../../platform/mongo/money/period-store.js';
import { createLeadStore } from '../../platform/mongo/stores/lead-store.js';
import type { Cli } from '../cli.js';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import { auditLogOf } from './audit-log.js';
import { withMigrated } from './with-database.js';

/** The books, and what commands need beside them. Every method throws on an outage. */
export interface BooksOfCli {
  readonly auditLog: AuditLog;
  readonly books: BookStore;
  readonly periods: PeriodStore;
  readonly entries: EntryReader;
  readonly adjustments: AdjustmentStore;
  readonly leads: LeadStore;
  readonly catalogue: CatalogueStore;
  /** The catalogue in force when the command began. */
  readonly document: CatalogueDocument;
  readonly compiled: Catalogue;
  readonly clock: () => Date;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Books what leads and adjustments owe, as the sweeper does. */
  readonly bookPending: () => Promise<void>;
}

/** Runs `use` with the books of `MONGO_URL`. Throws a CliError if the server does not answer or was never prepared. */
export const withBooks = <T>(cli: Cli, use: (books: BooksOfCli) => Promise<T>): Promise<T> =>
  withMigrated(cli.env, async (connection) => {
    const catalogue = createCatalogueStore(connection);
    const current = await catalogue.current();
    const compiled = compileCurrent(current);
    const { clock } = cli;
    const stores = {
      books: createBookStore(connection),
      adjustments: createAdjustmentStore(connection),
      leads: createLeadStore(connection),
    };
    const silent = (): void => undefined;
    const log = {
      ...{ info: silent, warn: silent },
      error: (_fields: object, what: string) => {
        cli.note(what);
      },
    };
    const source = { current: () => compiled, reach: () => Promise.resolve() };
    return use({
      ...stores,
      ...{ catalogue, compiled, clock, pause },
      auditLog: auditLogOf(connection, cli.env),
      periods: createPeriodStore(connection),
      entries: createEntryReader(connection),
      document: current?.document ?? EMPTY_DOCUMENT,
      bookPending: () => bookAll({ ...stores, catalogue: source, clock, log }),
    });
  });
