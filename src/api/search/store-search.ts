import type { SearchAgain } from '../../app/ports/search-store.js';
import type { SearchRecord } from '../../core/search/search-record.js';
import { secondsUntil } from '../../core/limits/limits.js';
import type { Api, Call } from '../call.js';
import { alreadySubmitted, notFound, notOfThisKind, notYours, rateLimited } from '../faults.js';
import type { SearchBody } from '../schemas/search-schema.js';
import { DUE_AFTER_MS } from '../../core/delivery/lease-times.js';
import { later } from '../waiting/await-record.js';

/** Stores a new search, or the next run of the one that `svc_lead_id` names; the record as it is stored. */
export async function storeSearch(
  { platform: { searches } }: Api,
  { body, key, now }: Call<SearchBody>,
  search: SearchRecord,
): Promise<SearchRecord> {
  if (body.svc_lead_id === undefined) {
    await searches.insert(search);
    return search;
  }
  const again = await searches.searchAgain(search.id, key, searchAgain(search), now);
  switch (again.outcome) {
    case 'rerun':
      return { ...search, round: again.round };
    case 'submitted':
      throw alreadySubmitted();
    case 'too_often':
      throw rateLimited(secondsUntil(again.until, now));
    case 'live':
      throw notOfThisKind();
    case 'unknown':
      throw key.is_test ? notFound('svc_lead_id') : notYours('svc_lead_id');
  }
}

const searchAgain = (search: SearchRecord): SearchAgain => ({
  campaign_id: search.campaign_id,
  request_id: search.request_id,
  is_test: search.is_test,
  due_at: later(search.created_at, DUE_AFTER_MS),
  closes_at: search.closes_at,
  lead: search.lead,
  tracking: search.tracking,
  consent: search.consent,
  extra: search.extra,
  identities: search.identities,
  entries: [{ at: search.created_at, what: 'received_again' }],
});
