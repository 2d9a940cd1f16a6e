import { settle, type Settlement, type Settling } from '../../core/delivery/settle.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { findLeads, type FindPorts, type FoundRow } from '../lead-files/find-leads.js';
import type { RowIssue } from '../lead-files/read-lead-file.js';
import type { SettleRow } from './read-settle-file.js';
import type { SettlePorts } from './settle-lead.js';

/** A row whose lead is known, and what settling it would do. */
export interface PlannedRow {
  readonly row: SettleRow;
  readonly lead: LeadRecord;
  readonly settlement: Settlement;
  readonly settling: Exclude<Settling, { kind: 'refused' }>;
}

export interface PlanRequest extends Omit<SettlePorts, 'leads'>, FindPorts {
  readonly by: string;
  readonly why: string;
}

/**
 * Finds the lead of every row, and the faults of the file as a whole: unknown leads, rows that contradict each other,
 * leads that ended with another outcome. Equal rows count once. Changes nothing.
 */
export async function planSettling(
  rows: readonly SettleRow[],
  request: PlanRequest,
): Promise<{ planned: PlannedRow[]; faults: RowIssue[] }> {
  const { catalogue, clock, by, why } = request;
  const firsts = new Map<string, SettleRow>();
  const planned: PlannedRow[] = [];
  const faults: RowIssue[] = [];
  for await (const some of findLeads(rows, request)) for (const one of some) plan(one);
  return { planned, faults };

  function plan({ row, found }: FoundRow<SettleRow>): void {
    if (typeof found === 'string') {
      faults.push({ line: row.line, why: found });
      return;
    }
    const first = firsts.get(found.id);
    firsts.set(found.id, first ?? row);
    if (first && first.verdict !== row.verdict)
      faults.push({
        line: row.line,
        why: `says ${row.verdict} where line ${first.line} says ${first.verdict}`,
      });
    if (first) return;
    const reason = row.verdict === 'rejected' && row.reason !== undefined ? { buyer_reason: row.reason } : {};
    const settlement: Settlement = { verdict: row.verdict, by, why, ...reason };
    const settling = settle(found, settlement, { catalogue, now: clock() });
    if (settling.kind === 'refused') faults.push({ line: row.line, why: `the lead ${settling.why}` });
    else planned.push({ row, lead: found, settlement, settling });
  }
}
