import { isFinal } from '../../core/lead/lead-states.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';

/** A lead's round that is reserved in one place of the ledger. */
export interface LedgerReservation {
  readonly reservation_id: string;
  readonly lead_id: string;
  readonly round: number;
  readonly key: string;
}

export interface TrimPorts {
  readonly leads: Pick<LeadStore, 'readMany'>;
  readonly reserved: () => AsyncIterable<LedgerReservation>;
  readonly release: (reserved: LedgerReservation) => Promise<unknown>;
}

const BATCH = 500;

/**
 * Gives back members of the ledger whose lead ended and owes nothing: a rebuild that counted while leads ended, or a
 * worker that slept and reserved again, leaves such places taken. The number given back.
 */
export async function trimLedger(ports: TrimPorts): Promise<number> {
  let released = 0;
  let batch: LedgerReservation[] = [];
  const flush = async (): Promise<void> => {
    released += await releaseBatch(ports, batch);
    batch = [];
  };
  for await (const found of ports.reserved()) {
    batch.push(found);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return released;
}

async function releaseBatch(
  { leads, release }: TrimPorts,
  batch: readonly LedgerReservation[],
): Promise<number> {
  if (batch.length === 0) return 0;
  const found = await leads.readMany([...new Set(batch.map(({ lead_id }) => lead_id))]);
  const byId = new Map(found.map((lead) => [lead.id, lead]));
  let released = 0;
  for (const reserved of batch) {
    if (!isLeftBehind(byId.get(reserved.lead_id), reserved.round)) continue;
    await release(reserved);
    released += 1;
  }
  return released;
}

/**
 * Whether nothing stands for a place that the lead's round has reserved. An accepted lead that owes nothing was
 * confirmed: what is reserved besides is one too many. A lead whose record is gone keeps its place until the window
 * ends: too careful is allowed, too lax is not.
 */
export function isLeftBehind(lead: LeadRecord | undefined, round: number): boolean {
  if (!lead || lead.debts.some((effect) => effect.round === round)) return false;
  return lead.round !== round || isFinal(lead.state);
}
