import type { Catalogue } from '../../core/catalogue/types.js';
import { settle, type Settlement } from '../../core/delivery/settle.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isFinal } from '../../core/lead/lead-states.js';

/** How often the update is tried while workers change the lead at the same moment. */
const MAX_TRIES = 3;

export interface SettlePorts {
  readonly leads: Pick<LeadStore, 'read' | 'transition'>;
  readonly catalogue: Catalogue;
  readonly clock: () => Date;
}

/** The result. `lead` is the lead before the change. The sweeper applies its pending effects within a second. */
export type SettledLead =
  | { readonly outcome: 'settled'; readonly lead: LeadRecord }
  | { readonly outcome: 'already'; readonly lead: LeadRecord }
  | { readonly outcome: 'refused' | 'later'; readonly why: string }
  | { readonly outcome: 'no_lead' };

/**
 * Ends a lead as an operator decided. It is one conditional update, which fails if a worker was first. `seen`: only while
 * it is as somebody saw it. A buyer may have said since that it has the lead and decides later.
 */
export async function settleLead(
  { leads, catalogue, clock }: SettlePorts,
  id: string,
  settlement: Settlement,
  seen?: LeadRecord,
): Promise<SettledLead> {
  for (let tries = 1; ; tries += 1) {
    const lead = await leads.read(id);
    if (!lead) return { outcome: 'no_lead' };
    if (seen && !isFinal(lead.state) && !isAsSeen(lead, seen))
      return { outcome: 'refused', why: `is ${lead.state}: it has changed since it was looked for` };
    const settling = settle(lead, settlement, { catalogue, now: clock() });
    if (settling.kind === 'already') return { outcome: 'already', lead };
    if (settling.kind !== 'settle') return { outcome: settling.kind, why: settling.why };
    if (await leads.transition(settling.when, settling.change)) return { outcome: 'settled', lead };
    if (tries === MAX_TRIES) return { outcome: 'later', why: 'is being moved by a worker at this moment' };
  }
}

const isAsSeen = (lead: LeadRecord, seen: LeadRecord): boolean =>
  lead.state === seen.state &&
  lead.submission === seen.submission &&
  lead.attempts.length === seen.attempts.length;
