import type { Settlement } from '../../core/delivery/settle.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { renderTable } from './table.js';

export interface SettledRow {
  /** The line in the file. Absent without a file. */
  readonly line?: number;
  readonly lead: LeadRecord;
  readonly settlement: Settlement;
  readonly result: string;
}

/** Renders one row per lead: its previous state, and the result. */
export function renderSettled(rows: readonly SettledRow[]): string {
  const isOfFile = rows.some(({ line }) => line !== undefined);
  return renderTable(
    [...(isOfFile ? ['line'] : []), 'lead', 'reference', 'was', 'outcome', 'result'],
    rows.map(({ line, lead, settlement, result }) => [
      ...(isOfFile ? [String(line ?? '')] : []),
      lead.id,
      lead.reference ?? '',
      lead.state,
      settlement.verdict,
      result,
    ]),
  );
}
