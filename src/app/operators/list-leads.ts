import { leadSummary, type LeadSummary } from '../../core/operators/lead-summary.js';
import { namesIn } from '../../core/operators/names.js';
import type { LeadPosition } from '../../core/lead/lead-position.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { LeadFilter, LeadOverview } from '../ports/lead-overview.js';

export interface ListPorts {
  readonly overview: Pick<LeadOverview, 'page'>;
  readonly catalogue: CatalogueSource;
}

/** One page of a list of leads, newest first, without personal data. Throws on an outage. */
export async function listLeads(
  { overview, catalogue }: ListPorts,
  filter: LeadFilter,
  limit: number,
  after: LeadPosition | undefined,
): Promise<{ readonly leads: readonly LeadSummary[]; readonly next: LeadPosition | undefined }> {
  const name = namesIn(catalogue.current());
  const { leads, next } = await overview.page(filter, limit, after);
  return { leads: leads.map((lead) => leadSummary(lead, name)), next };
}
