import { capsOfCatalogue } from '../../core/caps/cap-buckets.js';
import type { LedgerView } from '../ports/ledger-view.js';
import type { WorkPorts } from '../ports/work-ports.js';

export interface KeepCountedPorts extends Pick<WorkPorts, 'catalogue' | 'rebuildLedger'> {
  readonly capUses: Pick<LedgerView, 'ledgerState'>;
}

/**
 * Counts the cap ledger while nobody sells: the use of a new cap is not known before. Also, a replica that attaches in a quiet
 * hour may give the master another replication id, and only a ledger counted since then tells which of two masters sells in a
 * failover (ADR 87). Returns whether it had to be counted. Throws on an outage, which is also a catalogue that was not read yet: without its caps, a count says nothing.
 */
export async function keepCounted({ capUses, catalogue, rebuildLedger }: KeepCountedPorts): Promise<boolean> {
  const state = await capUses.ledgerState(capsOfCatalogue(catalogue.current()));
  return (state === 'stale' || state === 'none') && rebuildLedger();
}
