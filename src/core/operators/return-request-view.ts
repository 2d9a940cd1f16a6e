import type { Catalogue } from '../catalogue/types.js';
import type { LeadRecord } from '../lead/lead-record.js';
import { bookedReturn, bookedSale } from '../money/booked-return.js';
import { openRequest } from '../money/returned.js';
import { returnTerms } from '../money/return-share.js';
import { namesIn } from './names.js';

/** The share of returns that a request has a part of. `left`: how many more are allowed, without the open requests. */
export interface ShareView {
  readonly month: string;
  /** Whose leads of the month it is of. */
  readonly of: string;
  readonly sold: number;
  /** Null: all of them may be returned. */
  readonly limit: number | null;
  readonly left: number | null;
}

/** The requests to return a lead, as its page shows them. */
export const requestsView = ({ return_requests = [], return_evidence }: LeadRecord) =>
  return_requests.map(({ at, code, by, decide_by, past_deadline, ended }, number) => {
    const { text = null, links = [] } = return_evidence?.[number] ?? {};
    const end = ended && { ...ended, why: ended.why ?? null };
    return {
      ...{ number, at, code, by, decide_by, past_deadline },
      ...{ evidence: text, links: [...links], ended: end ?? null },
    };
  });

/** The open request of a lead, with all that deciding it needs but the timeline. Undefined: it was decided a moment ago. */
export function returnRequestView(lead: LeadRecord, catalogue: Catalogue, share: ShareView | null) {
  const open = openRequest(lead);
  const sale = lead.decision?.sale;
  if (!open || !sale) return undefined;
  const { number, request } = open;
  const [asked] = requestsView(lead).slice(number);
  if (!asked) return undefined;
  const { ended: _, ...told } = asked;
  const name = namesIn(catalogue);
  const reasons = returnTerms(catalogue, lead, sale)?.returns.reasons;
  const booked = bookedReturn(bookedSale(sale), request.undoes.reverse_payout);
  return {
    ...{ lead_id: lead.id, reference: lead.reference ?? null, ...told },
    label: reasons?.find(({ code }) => code === request.code)?.label ?? null,
    asked_before: number > 0,
    ...{ buyer: name('buyers', sale.buyer_id), offer: name('offers', lead.offer_id) },
    affiliate: name('affiliates', lead.affiliate_id),
    sold_at: lead.decision.at,
    ...{ buyer_cents: booked.buyer_cents, affiliate_cents: booked.affiliate_cents },
    share,
  };
}
