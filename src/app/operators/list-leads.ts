import { leadSummary, type LeadSummary } from '../../core/operators/lead-summary.js';
import { namesIn } from '../../core/operators/names.js';
import type { LeadPosition, ListOrder } from '../../core/lead/lead-position.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { LeadFilter, LeadOverview } from '../ports/lead-overview.js';

export interface ListPorts {
  readonly overview: Pick<LeadOverview, 'page'>;
  readonly catalogue: CatalogueSource;
}

/** One page of a list of leads, without personal data. Throws on an outage. */
export async function listLeads(
  { overview, catalogue }: ListPorts,
  filter: LeadFilter,
  limit: number,
  { after, order }: { readonly after: LeadPosition | undefined; readonly order: ListOrder },
): Promise<{ readonly leads: readonly LeadSummary[]; readonly next: LeadPosition | undefined }> {
  const name = namesIn(catalogue.current());
  const { leads, next } = await overview.page(filter, limit, after, order);
  return { leads: leads.map((lead) => leadSummary(lead, name)), next };
}
