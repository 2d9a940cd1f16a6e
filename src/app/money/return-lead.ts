import type { Catalogue } from '../../core/catalogue/types.js';
import { timeText } from '../../core/format-time.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { LeadReturn, ReturnRequested } from '../../core/lead/lead-return.js';
import {
  allowedChange,
  evaluateReturn,
  overShare,
  type ReturnRefused,
  type ReturnRequest,
} from '../../core/money/return-lead.js';
import { returnLimit, shareName } from '../../core/money/return-share.js';
import { openRequest, standingReturn } from '../../core/money/returned.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { Acted } from '../lead-files/act-on-leads.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { ReturnStore } from '../ports/return-store.js';

/** How often the update is tried while another caller changes the lead at the same moment. */
const MAX_TRIES = 3;

export interface ReturnPorts {
  readonly leads: Pick<LeadStore, 'read' | 'transition'>;
  readonly returns: Pick<ReturnStore, 'sold' | 'take' | 'giveBack'>;
  readonly catalogue: Catalogue;
  readonly clock: () => Date;
}

/**
 * The result. The sweeper books a return, and gives back what it gives back, within seconds. `requested`: an operator
 * decides.
 */
export type LeadReturned =
  | { readonly outcome: 'returned'; readonly returned: LeadReturn }
  | { readonly outcome: 'requested'; readonly request: ReturnRequested }
  | (Omit<ReturnRefused, 'kind'> & { readonly outcome: 'refused'; readonly lead: LeadRecord })
  | { readonly outcome: 'later' | 'no_lead' };

/**
 * Returns a lead for its buyer, or requests that: counts it in the share, then changes the lead by one conditional
 * update. A repeated return is refused. `known`: the lead as it was read a moment ago, for callers that read many at once.
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
    if (evaluated.kind === 'refused') return refusal(lead, evaluated);
    const { share, terms } = evaluated;
    const sold = await returns.sold(share);
    const limit = returnLimit(terms.returns, sold);
    // One that is over the share is not counted: as more is sold, the limit would come to include it.
    const fits = await returns.take(share, limit);
    if (!fits && !request.override) return refusal(lead, overShare(evaluated, sold, limit ?? 0));
    const { when, change } = allowedChange(facts, evaluated, !fits);
    if (await leads.transition(when, change)) {
      const { new_return, new_request } = change;
      if (new_return) return { outcome: 'returned', returned: new_return };
      if (new_request) return { outcome: 'requested', request: new_request.request };
    }
    if (fits) await returns.giveBack(shareName(share));
    if (tries === MAX_TRIES) return { outcome: 'later' };
  }
}

const refusal = (lead: LeadRecord, { rule, why }: ReturnRefused): LeadReturned => ({
  ...{ outcome: 'refused', rule, why },
  lead,
});

/**
 * Returns one lead, with entries in the audit log. The same person may repeat it. Throws ActRefused if nothing was
 * changed.
 */
export async function returnAs(
  ports: ReturnPorts,
  audit: AuditPorts,
  id: string,
  request: ReturnRequest,
): Promise<Acted<'returned' | 'requested' | 'already'>> {
  const { code, override } = request;
  const done = await audited(
    audit,
    {
      ...{ action: 'lead.return', on: { kind: 'lead', ids: [id] }, why: override?.why },
      facts: { code, override: override !== undefined },
    },
    () => returnLead(ports, id, request),
    ({ outcome }) => ({ result: outcome === 'returned' || outcome === 'requested' ? 'done' : 'refused' }),
  );
  if (done.outcome === 'requested')
    return {
      outcome: 'requested',
      sentence: `The return for ${code} is under review until ${timeText(done.request.decide_by)}. Nothing is booked until it is accepted.`,
    };
  if (done.outcome === 'returned') {
    const over = done.returned.overrode?.rules.join(' and ');
    return {
      outcome: 'returned',
      sentence: `The lead is returned for ${code}${over === undefined ? '' : `, over ${over}`}. It is booked within seconds. Cap places and claims follow the buyer’s rules.`,
    };
  }
  if (done.outcome !== 'refused') throw refused(done.outcome);
  const before = standingReturn(done.lead);
  const open = openRequest(done.lead)?.request;
  if (open?.code === code && open.by === request.by)
    return { outcome: 'already', sentence: `Nothing changed: you requested this return for ${code} before.` };
  if (before?.code === code && before.by === request.by)
    return { outcome: 'already', sentence: `Nothing changed: you returned this lead for ${code} before.` };
  if (done.rule === 'unknown_reason') throw new ActRefused('invalid', `The lead ${done.why}`, 'reason');
  throw refused(done.why);
}

/** `why` completes the sentence "The lead …", or is `no_lead` or `later`. */
export function refused(why: string): ActRefused {
  if (why === 'no_lead') return new ActRefused('unknown', 'There is no lead with this id', 'id');
  const sentence = why === 'later' ? 'is being changed at this moment: try it again' : why;
  return new ActRefused('conflict', `The lead ${sentence}; nothing was changed`);
}
