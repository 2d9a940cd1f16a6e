import type { BacktestDraftPorts } from '../app/backtest/backtest-draft.js';
import type { AdjustmentStore } from '../app/ports/adjustment-store.js';
import type { BookStore } from '../app/ports/book-store.js';
import type { CatalogueFiles } from '../app/ports/catalogue-files.js';
import type { DraftStore } from '../app/ports/draft-store.js';
import type { EntryReader } from '../app/ports/entry-reader.js';
import type { PeriodStore } from '../app/ports/period-store.js';
import type { CatalogueStore } from '../app/ports/catalogue-store.js';
import type { KeyStore, OperatorKeyStore } from '../app/ports/key-store.js';
import type { LeadOverview } from '../app/ports/lead-overview.js';
import type { LeadStore } from '../app/ports/lead-store.js';
import type { ReturnStore } from '../app/ports/return-store.js';
import type { WithTestPostTools } from '../app/ports/test-post-tools.js';
import type { Geo } from '../core/lead/geo.js';

/** What changes of the books need. */
export interface BookActPorts {
  readonly books: BookStore;
  readonly periods: PeriodStore;
  readonly entries: EntryReader;
  readonly adjustments: AdjustmentStore;
  /** Books what leads and adjustments owe, as the sweeper does. */
  readonly bookPending: () => Promise<void>;
}

/** What calls need that change something. Every method throws on an outage. */
export interface ActPorts {
  readonly leads: LeadStore;
  readonly overview: LeadOverview;
  readonly returns: ReturnStore;
  /** The versions of the catalogue. `OperatorPorts.catalogue` is the one in force, a few seconds old. */
  readonly versions: CatalogueStore;
  readonly keys: KeyStore;
  readonly operatorKeys: OperatorKeyStore;
  readonly drafts: DraftStore;
  readonly files: CatalogueFiles;
  /** The newest leads and searches, for a backtest. */
  readonly newestRecords: BacktestDraftPorts['newestRecords'];
  readonly books: BookActPorts;
  readonly withTools: WithTestPostTools;
  readonly geo: Geo;
}
