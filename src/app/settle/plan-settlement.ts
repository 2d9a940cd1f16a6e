import { settle, type Settlement, type Settling } from '../../core/delivery/settle.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { RowIssue, SettleRow } from './read-settle-file.js';
import type { SettlePorts } from './settle-lead.js';

const BATCH = 500;

/** A row whose lead is known, and what settling it would do. */
export interface PlannedRow {
  readonly row: SettleRow;
  readonly lead: LeadRecord;
  readonly settlement: Settlement;
  readonly settling: Exclude<Settling, { kind: 'refused' }>;
}

export interface PlanRequest extends Omit<SettlePorts, 'leads'> {
  readonly leads: Pick<LeadStore, 'readMany'>;
  readonly overview: Pick<LeadOverview, 'byReference'>;
  /** The offers among whose leads references are looked up. Absent: all offers. */
  readonly offer_ids?: readonly string[];
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
  const find = await finder(rows, request);
  const { catalogue, clock, by, why } = request;
  const firsts = new Map<string, SettleRow>();
  const planned: PlannedRow[] = [];
  const faults: RowIssue[] = [];
  for (const row of rows) {
    const found = find(row);
    if (typeof found === 'string') {
      faults.push({ line: row.line, why: found });
      continue;
    }
    const first = firsts.get(found.id);
    firsts.set(found.id, first ?? row);
    if (first && first.verdict !== row.verdict)
      faults.push({
        line: row.line,
        why: `says ${row.verdict} where line ${first.line} says ${first.verdict}`,
      });
    if (first) continue;
    const reason = row.verdict === 'rejected' && row.reason !== undefined ? { buyer_reason: row.reason } : {};
    const settlement: Settlement = { verdict: row.verdict, by, why, ...reason };
    const settling = settle(found, settlement, { catalogue, now: clock() });
    if (settling.kind === 'refused') faults.push({ line: row.line, why: `the lead ${settling.why}` });
    else planned.push({ row, lead: found, settlement, settling });
  }
  return { planned, faults };
}

/** Finds the lead of a row, or returns a message that gives the reason why not. */
async function finder(
  rows: readonly SettleRow[],
  { leads, overview, offer_ids }: PlanRequest,
): Promise<(row: SettleRow) => LeadRecord | string> {
  const byId = new Map<string, LeadRecord>();
  const byReference = new Map<string, LeadRecord[]>();
  for (let i = 0; i < rows.length; i += BATCH) {
    const some = rows.slice(i, i + BATCH);
    for (const lead of await leads.readMany(some.flatMap(({ id }) => id ?? []))) byId.set(lead.id, lead);
    const references = some.flatMap(({ id, reference }) => (id === undefined ? (reference ?? []) : []));
    if (references.length === 0) continue;
    for (const lead of await overview.byReference(references, offer_ids)) {
      const reference = lead.reference ?? '';
      const others = (byReference.get(reference) ?? []).filter(({ id }) => id !== lead.id);
      byReference.set(reference, [...others, lead]);
    }
  }
  return ({ id, reference = '' }) => {
    if (id === undefined) {
      const [lead, another] = byReference.get(reference) ?? [];
      if (another) return `several leads have the reference ${reference}: name --destination, or give ids`;
      return lead ?? `no lead has the reference ${reference}`;
    }
    const lead = byId.get(id);
    if (lead?.reference !== undefined && reference !== '' && lead.reference !== reference)
      return `the lead ${id} has the reference ${lead.reference}, not ${reference}`;
    return lead ?? `there is no lead ${id}`;
  };
}
