import { EMPTY_DOCUMENT } from '../../core/catalogue/document.js';
import { switchEntry, SWITCHES, type SwitchAction } from '../../core/catalogue/switch-entry.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import { countWaiting } from './count-waiting.js';
import { refuseSwitch, type SwitchedEntry } from './switch-one.js';

/** What a switch would do: the `status` that the entry gets, and how many leads wait for it. */
export interface Foreseen extends SwitchedEntry {
  readonly status: string;
  /** False: it has this status already. */
  readonly changes: boolean;
  readonly waiting: number;
}

/** What switching would do to each entry. Throws ActRefused for an entry that can't be switched. */
export async function foreseeSwitch(
  ports: {
    readonly catalogue: Pick<CatalogueStore, 'current'>;
    readonly overview: Pick<LeadOverview, 'countWaiting'>;
  },
  action: SwitchAction,
  entries: readonly SwitchedEntry[],
): Promise<Foreseen[]> {
  const document = (await ports.catalogue.current())?.document ?? EMPTY_DOCUMENT;
  const foreseen: Foreseen[] = [];
  for (const { kind, handle } of entries) {
    const { outcome } = switchEntry(document, action, kind, handle);
    refuseSwitch(outcome, document, kind, handle);
    const waiting = await countWaiting(ports, document, kind, handle);
    foreseen.push({
      ...{ kind, handle, waiting },
      ...{ status: SWITCHES[kind][action], changes: outcome === 'switched' },
    });
  }
  return foreseen;
}
