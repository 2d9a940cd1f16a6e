import { groupDifferences, type Difference, type DifferenceGroup } from '../../core/backtest/difference.js';
import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import { EMPTY_DOCUMENT, type CatalogueDocument } from '../../core/catalogue/document.js';
import { nextDocument } from '../../core/catalogue/next-document.js';
import type { Geo } from '../../core/lead/geo.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { SearchRecord } from '../../core/search/search-record.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type { WithTestPostTools } from '../ports/test-post-tools.js';
import { backtestLead, backtestSearch } from './backtest.js';

export interface BacktestDraftPorts {
  readonly catalogue: Pick<CatalogueStore, 'current'>;
  /** The newest leads and searches, `limit` of each. */
  readonly newestRecords: (
    limit: number,
  ) => Promise<{ readonly leads: readonly LeadRecord[]; readonly searches: readonly SearchRecord[] }>;
  readonly geo: Geo;
  readonly withTools: WithTestPostTools;
}

/** How stored records would differ. `version`: the one that the draft was compared with. */
export interface Backtested {
  readonly version: number;
  readonly leads: number;
  readonly searches: number;
  readonly groups: readonly DifferenceGroup[];
}

/**
 * How the newest `limit` leads and searches would differ under a draft. Undefined: its ids clash with those in force.
 * Writes nothing and sends nothing.
 */
export async function backtestDraft(
  { catalogue, newestRecords, geo, withTools }: BacktestDraftPorts,
  draft: CatalogueDocument,
  limit: number,
): Promise<Backtested | undefined> {
  const current = await catalogue.current();
  const before = current?.document ?? EMPTY_DOCUMENT;
  const next = nextDocument(before, draft);
  if (!next.ok) return undefined;
  const { leads, searches } = await newestRecords(limit);
  const version = current?.version ?? 0;
  const versions = {
    before: compileCatalogue(before, version),
    after: compileCatalogue(next.document, version + 1),
  };
  return withTools(async ({ requestsAt, readBody, withExactNumbers }) => {
    const ports = { versions, geo, requestsAt, readBody, withExactNumbers };
    const found: Difference[] = [];
    for (const lead of leads) found.push(...(await backtestLead(ports, lead)));
    for (const search of searches) found.push(...(await backtestSearch(ports, search)));
    return { version, leads: leads.length, searches: searches.length, groups: groupDifferences(found) };
  });
}
