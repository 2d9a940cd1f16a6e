import type { Connection } from 'mongoose';
import { compileCatalogue } from '../core/catalogue/compile-catalogue.js';
import { EMPTY_DOCUMENT, type CatalogueDocument } from '../core/catalogue/document.js';
import { nextDocument } from '../core/catalogue/next-document.js';
import { groupDifferences, type Difference } from '../core/backtest/difference.js';
import { createCatalogueStore } from '../platform/mongo/catalogue/catalogue-store.js';
import { createGeo } from '../platform/geo/geo.js';
import { createEvaluatorPool } from '../platform/mapping/evaluator-pool.js';
import { newestRecords } from '../platform/mongo/newest-records.js';
import { backtestLead, backtestSearch } from '../app/backtest/backtest.js';
import { renderBacktest } from './render/backtest.js';

/** What the newest `limit` leads and searches would meet otherwise under the draft, as text. Writes nothing. */
export async function backtestDraft(
  connection: Connection,
  draft: CatalogueDocument,
  limit: number,
): Promise<string> {
  const current = await createCatalogueStore(connection).current();
  const before = current?.document ?? EMPTY_DOCUMENT;
  const next = nextDocument(before, draft);
  if (!next.ok) return '';
  const { leads, searches } = await newestRecords(connection, limit);
  const version = current?.version ?? 0;
  const versions = {
    before: compileCatalogue(before, version),
    after: compileCatalogue(next.document, version + 1),
  };
  const evaluator = createEvaluatorPool({ limitMs: 1_000 });
  try {
    const ports = { versions, geo: createGeo(), evaluator };
    const found: Difference[] = [];
    for (const lead of leads) found.push(...(await backtestLead(ports, lead)));
    for (const search of searches) found.push(...(await backtestSearch(ports, search)));
    return renderBacktest(groupDifferences(found), {
      version,
      leads: leads.length,
      searches: searches.length,
    });
  } finally {
    await evaluator.close();
  }
}
