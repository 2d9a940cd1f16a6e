import { randomUUID } from 'node:crypto';
import { identityForms } from '../../core/lead/identity.js';
import type { SearchEntry } from '../../core/search/search-entry.js';
import type { SearchConsent, SearchRecord } from '../../core/search/search-record.js';
import { toLeadData } from '../../core/lead/lead-data.js';
import type { Api, Call } from '../call.js';
import { isSearchKey, type SearchBody } from '../schemas/search-schema.js';
import { DUE_AFTER_MS } from '../../core/delivery/lease-times.js';
import { later } from '../waiting/await-record.js';

/** The search as it is stored before its job exists. */
export function newSearch({ platform }: Api, { body, key, now, request_id }: Call<SearchBody>): SearchRecord {
  const lead = toLeadData(body.lead);
  return {
    id: body.svc_lead_id ?? randomUUID(),
    affiliate_id: key.affiliate_id,
    campaign_id: body.svc_campaign_id,
    request_id,
    is_test: key.is_test || body.svc_is_test_lead === true,
    created_at: now,
    round: 1,
    state: 'new',
    runs: 0,
    due_at: later(now, DUE_AFTER_MS),
    closes_at: later(now, platform.settings.searchOpenMs),
    lead,
    tracking: body.tracking,
    consent: consentOf(body),
    extra: Object.fromEntries(Object.entries(body).filter(([name]) => !isSearchKey(name))),
    identities: platform.identities.keysOf(identityForms(lead)),
    results: [],
    partners: [],
    verdicts: [],
    slots: [],
    timeline: [{ at: now, what: 'received' } satisfies SearchEntry],
  };
}

const consentOf = ({ tcpa_consent, consent_cert_url, universal_lead_ref }: SearchBody): SearchConsent => ({
  ...(tcpa_consent !== undefined && { tcpa_consent }),
  ...(consent_cert_url !== undefined && { consent_cert_url }),
  ...(universal_lead_ref !== undefined && { universal_lead_ref }),
});
