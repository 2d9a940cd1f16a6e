import type { Catalogue } from '../../core/catalogue/types.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { openRequest } from '../../core/money/returned.js';
import { readShare, returnLimit, returnTerms } from '../../core/money/return-share.js';
import { returnRequestView, type ShareView } from '../../core/operators/return-request-view.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import type { ReturnStore } from '../ports/return-store.js';

/** The most requests of a list. The others come up as these are decided. */
const MOST = 500;

interface ListPorts {
  readonly overview: Pick<LeadOverview, 'underReview'>;
  readonly returns: Pick<ReturnStore, 'sold' | 'room'>;
  readonly catalogue: Catalogue;
}

/** The open requests, the nearest deadline first, with the money and the share of each. Reads each share once. */
export async function listReturnRequests({ overview, returns, catalogue }: ListPorts) {
  const leads = await overview.underReview(MOST);
  const shares = new Map<string, Promise<ShareView | null>>();
  const shareOf = (lead: LeadRecord): Promise<ShareView | null> => {
    const name = openRequest(lead)?.request.share ?? '';
    const known = shares.get(name) ?? readShareOf(returns, catalogue, lead, name);
    shares.set(name, known);
    return known;
  };
  const views = await Promise.all(
    leads.map(async (lead) => returnRequestView(lead, catalogue, await shareOf(lead))),
  );
  return {
    requests: views.filter((view) => view !== undefined),
    currency: catalogue.books.currency,
    is_cut: leads.length >= MOST,
  };
}

/** Null: the catalogue has no rules any more for the returns of this sale. */
async function readShareOf(
  returns: ListPorts['returns'],
  catalogue: Catalogue,
  lead: LeadRecord,
  name: string,
): Promise<ShareView | null> {
  const sale = lead.decision?.sale;
  const share = readShare(name);
  const terms = sale && returnTerms(catalogue, lead, sale);
  if (!share || !terms) return null;
  const sold = await returns.sold(share);
  const limit = returnLimit(terms.returns, sold);
  const left = limit === null ? null : await returns.room(share, limit);
  return { month: share.month, of: terms.handle, sold, limit, left };
}
