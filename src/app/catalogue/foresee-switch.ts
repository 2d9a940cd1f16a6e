import {
  switchEntry,
  SWITCHES,
  type SwitchAction,
  type SwitchedEntry,
} from '../../core/catalogue/switch-entry.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import { isInForce, type TimedChange } from '../../core/timed-changes/timed-change.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import type { TimedChangeStore } from '../ports/timed-changes.js';
import { countWaiting } from './count-waiting.js';
import { refuseSwitch } from './switch-together.js';
import { currentDocument } from './compile-current.js';

/** What a switch would do: the `status` that the entry gets, and how many leads wait for it. */
export interface Foreseen extends SwitchedEntry {
  readonly status: string;
  /** False: it has this status already. */
  readonly changes: boolean;
  readonly waiting: number;
  /** The timed pause that a resume ends. */
  readonly timed?: TimedChange;
}

/** What switching would do to each entry. Throws ActRefused for an entry that can't be switched. */
export async function foreseeSwitch(
  ports: {
    readonly catalogue: Pick<CatalogueStore, 'current'>;
    readonly overview: Pick<LeadOverview, 'countWaiting'>;
    readonly timedChanges: Pick<TimedChangeStore, 'toCome'>;
    readonly clock: () => Date;
  },
  action: SwitchAction,
  entries: readonly SwitchedEntry[],
): Promise<Foreseen[]> {
  const document = await currentDocument(ports.catalogue);
  const now = ports.clock();
  const inForce = (await ports.timedChanges.toCome(now)).filter((change) => isInForce(change, now));
  const foreseen: Foreseen[] = [];
  for (const { kind, handle } of entries) {
    const { outcome } = switchEntry(document, action, kind, handle);
    refuseSwitch(outcome, document, kind, handle);
    const waiting = await countWaiting(ports, document, kind, handle);
    const entry = document[`${kind}s`].find((one) => one.handle === handle);
    const timed =
      action === 'resume'
        ? inForce.find(({ what, entry_id }) => what === 'pause' && entry_id === entry?.id)
        : undefined;
    foreseen.push({
      ...{ kind, handle, waiting, status: SWITCHES[kind][action] },
      ...{ changes: outcome === 'switched' || timed !== undefined, ...(timed && { timed }) },
    });
  }
  return foreseen;
}
