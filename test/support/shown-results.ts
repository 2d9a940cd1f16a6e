import type { SearchStore } from '../../src/app/ports/search-store.js';
import type { SearchRecord, StoredResult } from '../../src/core/search/search-record.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { someTerms } from '../core/builders.js';
import { testSearch } from './records.js';

const HOUR_MS = 3_600_000;
export const SHOWN_OFFER = derivedId('offer', 'lakeshore-nursing');

/** Stores a search whose result of `examples/minimal.yaml` pays so many cents and expires in so many hours. */
export async function storeShown(
  searches: Pick<SearchStore, 'insert' | 'finishRun'>,
  n: number,
  base_payout_cents: number,
  hours: number,
  over: Partial<SearchRecord> = {},
): Promise<void> {
  const campaign_id = derivedId('campaign', 'northwind-edu');
  const now = new Date();
  const expires_at = new Date(now.getTime() + hours * HOUR_MS);
  const result: StoredResult = {
    ...{ id: `2000000${n}-0000-4000-8000-000000000001`, run: 1, campaign_id, offer_id: SHOWN_OFFER },
    ...{ priority: 0, terms: someTerms({ base_payout_cents, expires_at }) },
  };
  const id = `1000000${n}-0000-4000-8000-000000000001`;
  await searches.insert(testSearch({ id, campaign_id, created_at: now, ...over }));
  const run = { state: 'done', due_at: null, catalogue_version: 1, verdicts: [], partners: [] } as const;
  await searches.finishRun(id, 1, { ...run, entries: [], results: [result] });
}
