import type { LeadStore } from '../ports/lead-store.js';
import type { ReservedSlot, SearchStore } from '../ports/search-store.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isLeftBehind } from './trim-ledger.js';

export interface TrimSlotsPorts {
  readonly leads: Pick<LeadStore, 'readMany'>;
  readonly searches: Pick<SearchStore, 'reservedSlots' | 'releaseSlot'>;
}

const BATCH = 500;

/**
 * Releases slots whose lead ended without pending effects. A worker that slept may take a slot again when it wakes, and if
 * it is killed then, nobody else knows of it. The slot is read before its lead, so a slot taken since is not among them.
 * Returns the number released.
 */
export async function trimSlots({ leads, searches }: TrimSlotsPorts): Promise<number> {
  let released = 0;
  let batch: ReservedSlot[] = [];
  const flush = async (): Promise<void> => {
    const found = await leads.readMany([...new Set(batch.map(({ lead }) => lead))]);
    const byId = new Map(found.map((lead) => [lead.id, lead]));
    for (const { search, lead, round } of batch) {
      if (!isStale(byId.get(lead), round)) continue;
      await searches.releaseSlot(search, lead, round);
      released += 1;
    }
    batch = [];
  };
  for await (const slot of searches.reservedSlots()) {
    batch.push(slot);
    if (batch.length >= BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return released;
}

/** The slot of a lead that was sold in this round is never given back, not even one that nobody has marked as sold. */
const isStale = (lead: LeadRecord | undefined, round: number): boolean =>
  isLeftBehind(lead, round) && !(lead?.state === 'accepted' && lead.round === round);
