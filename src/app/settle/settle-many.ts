import { settle, type Settlement, type SettleVerdict } from '../../core/delivery/settle.js';
import type { AuditPorts } from '../audit/audited.js';
import { auditedBatches, countEach, type RowResult } from '../audit/audited-batches.js';
import type { RowIssue } from '../lead-files/read-lead-file.js';
import { isOfDestination, type Destination } from '../lead-files/destination.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { planSettling, type PlannedRow } from './plan-settlement.js';
import { readSettleFile } from './read-settle-file.js';
import { settleLead, type SettlePorts } from './settle-lead.js';

/** The maximum number of leads that one run by destination settles. Another run settles the rest. */
export const MAX_SETTLED = 10_000;

export interface SettleManyPorts extends SettlePorts {
  readonly leads: Pick<LeadStore, 'read' | 'transition' | 'readMany'>;
  readonly overview: Pick<LeadOverview, 'byReference' | 'list'>;
}

/** Who settles, and why. */
interface Asked {
  readonly by: string;
  readonly why: string;
  /** Only its leads. Absent: all leads. */
  readonly destination?: Destination;
}

/** A lead and what settling it would do. `line`: of the file. */
export type PlannedSettlement = Pick<PlannedRow, 'lead' | 'settlement' | 'settling'> & {
  readonly line?: number;
  /** Only while the lead is as the plan saw it. A file names its leads, so it also settles one that is pending by now. */
  readonly as_seen?: true;
};

/** Plans to settle the leads in a buyer's file. With any fault, nothing must be carried out. */
export async function planSettleFile(
  ports: SettleManyPorts,
  { text, ...asked }: Asked & { readonly text: string },
): Promise<{ readonly planned: readonly PlannedSettlement[]; readonly faults: readonly RowIssue[] }> {
  const { rows, faults } = readSettleFile(text);
  if (faults.length > 0) return { planned: [], faults };
  const plan = await planSettling(rows, { ...ports, ...asked });
  return { planned: plan.planned.map((one) => ({ ...one, line: one.row.line })), faults: plan.faults };
}

/**
 * Plans to settle the unknown leads of a destination that were received before a moment, the oldest first. `only`: those
 * that somebody has seen in a plan. A lead that was received before the moment may become unknown after it. Of a buyer,
 * these are the leads that went to it, also by an offer that has another buyer by now.
 */
export async function planSettleDestination(
  { overview, catalogue, clock }: Omit<SettleManyPorts, 'leads'>,
  request: Required<Asked> & {
    readonly verdict: SettleVerdict;
    readonly before: Date;
    readonly only?: ReadonlySet<string>;
  },
): Promise<{ readonly planned: readonly PlannedSettlement[]; readonly isCut: boolean }> {
  const { verdict, before, by, why, destination, only } = request;
  const { leads, isCut } = await unknownOf(overview, destination, before);
  const settlement: Settlement = { verdict, by, why };
  const wanted = only ? leads.filter(({ id }) => only.has(id)) : leads;
  const planned = wanted.flatMap((lead): PlannedSettlement[] => {
    const settling = settle(lead, settlement, { catalogue, now: clock() });
    return settling.kind === 'refused' ? [] : [{ lead, settlement, settling, as_seen: true }];
  });
  return { planned, isCut };
}

/** The oldest unknown leads of a destination. A buyer also has leads by offers that are another buyer's by now. */
async function unknownOf(
  overview: Pick<LeadOverview, 'list'>,
  destination: Destination,
  before: Date,
): Promise<{ readonly leads: readonly LeadRecord[]; readonly isCut: boolean }> {
  const { offer_ids, buyer_id } = destination;
  const query = { kind: 'unknown', before } as const;
  const own = await overview.list({ ...query, offer_ids }, 'oldest', MAX_SETTLED);
  const sent =
    buyer_id === undefined ? [] : await overview.list({ ...query, sent_to: buyer_id }, 'oldest', MAX_SETTLED);
  const found = [...new Map([...own, ...sent].map((lead) => [lead.id, lead])).values()]
    .filter((lead) => isOfDestination(lead, destination))
    .sort((a, b) => a.received_at.getTime() - b.received_at.getTime());
  return {
    leads: found.slice(0, MAX_SETTLED),
    isCut: [own.length, sent.length, found.length].some((length) => length >= MAX_SETTLED),
  };
}

/** What carrying out the plan would do to one lead. */
export function foreseeSettled({ settling, settlement }: PlannedSettlement): RowResult {
  const { verdict } = settlement;
  if (settling.kind === 'settle') return { outcome: 'done', text: `would be ${verdict}` };
  if (settling.kind === 'already') return { outcome: 'already', text: `already ${verdict}` };
  return { outcome: 'not', text: `not yet: ${settling.why}` };
}

/** Settles the leads of a plan, with a pair of entries in the audit log for each batch. */
export const carryOutSettling = (
  ports: SettlePorts,
  audit: AuditPorts,
  planned: readonly PlannedSettlement[],
): Promise<RowResult[]> =>
  auditedBatches(audit, planned, {
    idOf: ({ lead }) => lead.id,
    actOf: (some) => ({
      ...{ action: 'lead.settle', why: some[0]?.settlement.why },
      facts: { verdicts: countEach(some.map(({ settlement }) => settlement.verdict)) },
    }),
    async run(some) {
      const results: RowResult[] = [];
      for (const one of some) results.push(await settleOneOf(ports, one));
      return results;
    },
  });

async function settleOneOf(
  ports: SettlePorts,
  { lead, settlement, settling, as_seen }: PlannedSettlement,
): Promise<RowResult> {
  const already: RowResult = { outcome: 'already', text: `already ${settlement.verdict}` };
  if (settling.kind === 'already') return already;
  const settled = await settleLead(ports, lead.id, settlement, as_seen && lead);
  switch (settled.outcome) {
    case 'settled':
      return { outcome: 'done', text: settlement.verdict };
    case 'already':
      return already;
    case 'no_lead':
      return { outcome: 'not', text: 'no longer found' };
    case 'refused':
    case 'later':
      return { outcome: 'not', text: `not settled: it ${settled.why}` };
  }
}
