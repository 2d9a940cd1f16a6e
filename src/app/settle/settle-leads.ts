import {
  settle,
  VERDICTS,
  type Settlement,
  type SettleVerdict,
  type Settling,
} from '../../core/delivery/settle.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { countEach, type LeadAct, type PlannedAct, type RowResult } from '../lead-files/act-on-leads.js';
import { isOfDestination, type Destination } from '../lead-files/destination.js';
import type { LeadRow } from '../lead-files/read-lead-file.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import type { LeadStore } from '../ports/lead-store.js';
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
}

/** One row of a buyer's file. */
export interface SettleRow extends LeadRow {
  readonly verdict: SettleVerdict;
  /** The reason in the words of the buyer. */
  readonly reason?: string;
}

/** A lead and what settling it would do. */
export interface PlannedSettlement extends PlannedAct {
  readonly settlement: Settlement;
  readonly settling: Exclude<Settling, { kind: 'refused' }>;
  /** Only while the lead is as the plan saw it. A file names its leads, so it also settles one that is pending by now. */
  readonly as_seen?: true;
}

/** Settles leads, also those of a file with the columns `outcome` and, optionally, `reason`. */
export const settleAct = (ports: SettlePorts, { by, why }: Asked): LeadAct<SettleRow, PlannedSettlement> => ({
  ...{ action: 'lead.settle', why },
  facts: (some) => ({ verdicts: countEach(some.map(({ settlement }) => settlement.verdict)) }),
  file: {
    required: ['outcome'],
    optional: ['reason'],
    read({ outcome = '', reason = '' }, row) {
      const verdict = VERDICTS.find((each) => each === outcome.toLowerCase());
      if (!verdict) return `the outcome is "${outcome}", and must be accepted or rejected`;
      return { ...row, verdict, ...(reason === '' ? {} : { reason }) };
    },
  },
  asks: ({ verdict }) => verdict,
  plan({ line, verdict, reason }, lead) {
    const said = verdict === 'rejected' && reason !== undefined ? { buyer_reason: reason } : {};
    const one = planOne(ports, lead, { verdict, by, why, ...said });
    return Promise.resolve(typeof one === 'string' ? one : { ...one, line });
  },
  async act({ lead, settlement, as_seen }) {
    const settled = await settleLead(ports, lead.id, settlement, as_seen && lead);
    switch (settled.outcome) {
      case 'settled':
        return { outcome: 'done', text: settlement.verdict };
      case 'already':
        return already(settlement);
      case 'no_lead':
        return { outcome: 'not', text: 'no longer found' };
      case 'refused':
      case 'later':
        return { outcome: 'not', text: `not settled: it ${settled.why}` };
    }
  },
});

const already = ({ verdict }: Settlement): RowResult => ({ outcome: 'already', text: `already ${verdict}` });

function planOne(
  { catalogue, clock }: Pick<SettlePorts, 'catalogue' | 'clock'>,
  lead: LeadRecord,
  settlement: Settlement,
): PlannedSettlement | string {
  const settling = settle(lead, settlement, { catalogue, now: clock() });
  switch (settling.kind) {
    case 'refused':
      return `the lead ${settling.why}`;
    case 'already':
      return { lead, settlement, settling, foreseen: already(settlement) };
    case 'later':
      return { lead, settlement, settling, foreseen: { outcome: 'not', text: `not yet: ${settling.why}` } };
    case 'settle': {
      const foreseen = { outcome: 'done', text: `would be ${settlement.verdict}` } as const;
      return { lead, settlement, settling, foreseen };
    }
  }
}

/**
 * Plans to settle the unknown leads of a destination that were received before a moment, the oldest first. `only`: those
 * that somebody has seen in a plan. A lead that was received before the moment may become unknown after it. Of a buyer,
 * these are the leads that went to it, also by an offer that has another buyer by now.
 */
export async function planSettleDestination(
  { overview, ...ports }: Pick<SettleManyPorts, 'overview' | 'catalogue' | 'clock'>,
  request: Asked & {
    readonly destination: Destination;
    readonly verdict: SettleVerdict;
    readonly before: Date;
    readonly only?: ReadonlySet<string>;
  },
): Promise<{ readonly planned: readonly PlannedSettlement[]; readonly isCut: boolean }> {
  const { verdict, before, by, why, destination, only } = request;
  const { leads, isCut } = await unknownOf(overview, destination, before);
  const wanted = only ? leads.filter(({ id }) => only.has(id)) : leads;
  const planned = wanted.flatMap((lead): PlannedSettlement[] => {
    const one = planOne(ports, lead, { verdict, by, why });
    return typeof one === 'string' ? [] : [{ ...one, as_seen: true }];
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
