import { compileCatalogue } from '../core/catalogue/compile-catalogue.js';
import { EMPTY_DOCUMENT, type CatalogueDocument } from '../core/catalogue/document.js';
import { nextDocument } from '../core/catalogue/next-document.js';
import { groupDifferences, type Difference } from '../core/backtest/difference.js';
import { backtestLead, backtestSearch } from '../app/backtest/backtest.js';
import { renderBacktest } from './render/backtest.js';
import { createGeo } from './wiring/geo.js';
import { createRequestWriter, readEncoded } from './wiring/outbound-requests.js';
import type { Database } from './wiring/with-database.js';
import { withEvaluator } from './wiring/with-evaluator.js';

/** How the newest `limit` leads and searches would differ under the draft, as text. Writes nothing. */
export async function backtestDraft(
  database: Database,
  draft: CatalogueDocument,
  limit: number,
): Promise<string> {
  const current = await database.catalogue.current();
  const before = current?.document ?? EMPTY_DOCUMENT;
  const next = nextDocument(before, draft);
  if (!next.ok) return '';
  const { leads, searches } = await database.newestRecords(limit);
  const version = current?.version ?? 0;
  const versions = {
    before: compileCatalogue(before, version),
    after: compileCatalogue(next.document, version + 1),
  };
  return withEvaluator(async (evaluator) => {
    const ports = {
      versions,
      geo: createGeo(),
      requestsAt: (now: Date) => createRequestWriter(evaluator, () => now),
      readBody: readEncoded,
    };
    const found: Difference[] = [];
    for (const lead of leads) found.push(...(await backtestLead(ports, lead)));
    for (const search of searches) found.push(...(await backtestSearch(ports, search)));
    return renderBacktest(groupDifferences(found), {
      version,
      leads: leads.length,
      searches: searches.length,
    });
  });
}
