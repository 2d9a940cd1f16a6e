import type { Catalogue } from '../../core/catalogue/types.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { LeadReturn } from '../../core/lead/lead-return.js';
import {
  evaluateReturn,
  overShare,
  returnChange,
  type ReturnRefused,
  type ReturnRequest,
} from '../../core/money/return-lead.js';
import { returnLimit } from '../../core/money/return-share.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { ReturnStore } from '../ports/return-store.js';

/** How often the update is tried while another caller changes the lead at the same moment. */
const MAX_TRIES = 3;

export interface ReturnPorts {
  readonly leads: Pick<LeadStore, 'read' | 'transition'>;
  readonly returns: Pick<ReturnStore, 'sold' | 'take'>;
  readonly catalogue: Catalogue;
  readonly clock: () => Date;
}

/** The result. The sweeper books the return, and gives back what it gives back, within seconds. */
export type LeadReturned =
  | { readonly outcome: 'returned'; readonly returned: LeadReturn }
  | (Omit<ReturnRefused, 'kind'> & { readonly outcome: 'refused'; readonly lead: LeadRecord })
  | { readonly outcome: 'later' | 'no_lead' };

/**
 * Returns a lead for its buyer: takes a number of the share, then changes the lead by one conditional update. A caller
 * that is killed in between leaves a number that the sweeper frees. A repeated return is refused. `known`: the lead as it was read a moment ago, for callers that read
 * many at once.
 */
export async function returnLead(
  ports: ReturnPorts,
  id: string,
  request: ReturnRequest,
  known?: LeadRecord,
): Promise<LeadReturned> {
  const { leads, returns, catalogue, clock } = ports;
  for (let tries = 1; ; tries += 1) {
    const lead = (tries === 1 ? known : undefined) ?? (await leads.read(id));
    if (!lead) return { outcome: 'no_lead' };
    const facts = { lead, request, catalogue, now: clock() };
    const evaluated = evaluateReturn(facts);
    if (evaluated.kind === 'refused') return refused(lead, evaluated);
    const { share, number, terms } = evaluated;
    const sold = await returns.sold(share);
    const limit = returnLimit(terms.returns, sold);
    // One that is over the share takes no number: as more is sold, the limit would come to include it.
    const fits = await returns.take({ lead: id, number, share, at: facts.now, limit });
    if (!fits && !request.override) return refused(lead, overShare(evaluated, sold, limit ?? 0));
    const { when, change } = returnChange(facts, evaluated, !fits);
    if (change.new_return && (await leads.transition(when, change)))
      return { outcome: 'returned', returned: change.new_return };
    if (tries === MAX_TRIES) return { outcome: 'later' };
  }
}

const refused = (lead: LeadRecord, { rule, why }: ReturnRefused): LeadReturned => ({
  ...{ outcome: 'refused', rule, why },
  lead,
});
