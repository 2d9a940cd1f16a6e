import type { CatalogueStore } from '../app/ports/catalogue-store.js';
import type { KeyStore, OperatorKeyStore } from '../app/ports/key-store.js';
import type { LeadOverview } from '../app/ports/lead-overview.js';
import type { LeadStore } from '../app/ports/lead-store.js';
import type { ReturnStore } from '../app/ports/return-store.js';
import type { WithTestPostTools } from '../app/ports/test-post-tools.js';
import type { Geo } from '../core/lead/geo.js';

/** What calls need that change something. Every method throws on an outage. */
export interface ActPorts {
  readonly leads: LeadStore;
  readonly overview: LeadOverview;
  readonly returns: ReturnStore;
  /** The versions of the catalogue. `OperatorPorts.catalogue` is the one in force, a few seconds old. */
  readonly versions: CatalogueStore;
  readonly keys: KeyStore;
  readonly operatorKeys: OperatorKeyStore;
  readonly withTools: WithTestPostTools;
  readonly geo: Geo;
}
