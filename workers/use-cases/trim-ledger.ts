import { isFinal } from '../../src/core/lead-states.js';
import type { LeadStore } from '../../src/core/ports/lead-store.js';
import type { LeadRecord } from '../../src/core/records/lead-record.js';

/** A lead's round that is reserved in one place of the ledger. */
export interface Reserved {
  readonly member: string;
  readonly lead_id: string;
  readonly round: number;
  readonly key: string;
}

export interface TrimPorts {
  readonly leads: Pick<LeadStore, 'readMany'>;
  readonly reserved: () => AsyncIterable<Reserved>;
  readonly settle: (reserved: Reserved, action: 'confirm' | 'release') => Promise<unknown>;
}

const BATCH = 500;

/**
 * Settles members of the ledger whose lead ended and owes nothing: a rebuild that counted while leads ended, or a
 * worker that slept, leaves such places taken. The number settled.
 */
export async function trimLedger(ports: TrimPorts): Promise<number> {
  let settled = 0;
  let batch: Reserved[] = [];
  const flush = async (): Promise<void> => {
    settled += await settleBatch(ports, batch);
    batch = [];
  };
  for await (const found of ports.reserved()) {
    batch.push(found);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return settled;
}

async function settleBatch({ leads, settle }: TrimPorts, batch: readonly Reserved[]): Promise<number> {
  if (batch.length === 0) return 0;
  const found = await leads.readMany([...new Set(batch.map(({ lead_id }) => lead_id))]);
  const byId = new Map(found.map((lead) => [lead.id, lead]));
  let settled = 0;
  for (const reserved of batch) {
    const action = settlementOf(byId.get(reserved.lead_id), reserved.round);
    if (!action) continue;
    await settle(reserved, action);
    settled += 1;
  }
  return settled;
}

/** A lead whose record is gone keeps its place until the window ends: too careful is allowed, too lax is not. */
export function settlementOf(lead: LeadRecord | undefined, round: number): 'confirm' | 'release' | undefined {
  if (!lead || lead.debts.some((debt) => debt.round === round)) return undefined;
  if (lead.round !== round) return 'release';
  if (!isFinal(lead.state)) return undefined;
  return lead.state === 'accepted' ? 'confirm' : 'release';
}
