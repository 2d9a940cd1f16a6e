import type { Campaign } from '../../core/catalogue/types.js';
import { identityForms } from '../../core/lead/identity.js';
import { takeExternalId } from '../../core/lead/external-id.js';
import { furtherForms } from '../../core/suppression/forms.js';
import { toLeadData } from '../../core/lead/lead-data.js';
import { secondsUntil } from '../../core/limits/limits.js';
import type { SearchEntry } from '../../core/search/search-entry.js';
import type { SearchConsent, SearchRecord } from '../../core/search/search-record.js';
import { awaitRecord, dueAfter } from '../await-record.js';
import { mergeIdentities } from '../../core/lead/same-person.js';
import { isVisible, ownCampaign, requireOwnAffiliate, type Caller } from '../affiliate-ownership.js';
import type { WakeNote } from '../ports/queues.js';
import type { SearchAgain, ShownSearch } from '../ports/search-store.js';
import { readShown, type ShownPorts } from './read-shown.js';
import type { WebPorts } from '../ports/web-ports.js';
import type { WorkLog } from '../ports/work-ports.js';
import { notFound, notYours, refused, RequestRefused } from '../request-refused.js';

/** A search whose form is valid: `lead` is nested or flat, as it was sent, and other keys may follow. */
export interface SearchRequest {
  readonly svc_campaign_id: string;
  readonly svc_affiliate_id: string;
  readonly lead: Readonly<Record<string, unknown>>;
  readonly tracking: { readonly ip_address: string } & Readonly<Record<string, unknown>>;
  readonly tcpa_consent?: boolean;
  readonly consent_cert_url?: string;
  readonly universal_lead_ref?: string;
  readonly svc_is_test_lead?: boolean;
  /** An earlier search to run again. */
  readonly svc_lead_id?: string;
  readonly [extra: string]: unknown;
}

/** One call that starts a search. */
interface SearchCall {
  readonly body: SearchRequest;
  /** Members of the body that are not the request's own. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly key: Caller;
  readonly request_id: string;
  readonly now: Date;
  readonly log: WorkLog;
}

/** A search as its affiliate may see it, and the campaign that it belongs to. */
interface OwnSearch {
  readonly search: ShownSearch;
  readonly campaign: Campaign;
}

/**
 * Stores the search and enqueues it. Returns it when the direct offers are evaluated, or when the wait is over.
 * Throws RequestRefused. Throws on an outage as long as the search is not stored.
 */
export async function receiveSearch(ports: WebPorts, call: SearchCall): Promise<OwnSearch> {
  const { queues, clock, settings, waiters, processId } = ports;
  const { body, key, request_id, log } = call;
  requireOwnAffiliate(key, body.svc_affiliate_id);
  const campaign = ownCampaign(ports.catalogue.current(), key.affiliate_id, body.svc_campaign_id);
  if (campaign?.status !== 'active') throw refused('campaign_not_found');
  const stored: ShownSearch = await storeSearch(ports, call, newSearch(ports, call));
  const { id, run } = stored;
  const search = await awaitRecord({
    waiters,
    id,
    wait_ms: settings.searchWaitMs,
    stored,
    enqueue: () => queues.search([{ search_id: id, run, request_id, reply_to: processId }]),
    read: () => readShown(ports, id, clock()),
    afterNote: searched,
    settled: ({ state }) => state === 'asking' || state === 'done',
    log,
  });
  return { search, campaign };
}

/**
 * The stored search after the note that its first run is over. The worker sends it after its write. A search that ran
 * before may have sold something meanwhile, and is read.
 */
const searched = (search: ShownSearch, note: WakeNote): ShownSearch | undefined =>
  'results' in note && note.run === search.run && note.run === 1
    ? { ...search, state: 'done', results: note.results }
    : undefined;

/** A search as it is now, for the affiliate that polls it. Throws RequestRefused, or an outage. */
export async function readOwnSearch(
  ports: ShownPorts & Pick<WebPorts, 'catalogue'>,
  caller: Caller,
  id: string,
  now: Date,
): Promise<OwnSearch> {
  const search = await readShown(ports, id, now);
  if (!search || !isVisible(caller, search)) throw notFound('svc_lead_id');
  const campaign = ownCampaign(ports.catalogue.current(), caller.affiliate_id, search.campaign_id);
  if (!campaign) throw refused('campaign_reassigned');
  return { search, campaign };
}

/** The search as it is stored before its job exists. */
function newSearch({ identities, newId, settings }: WebPorts, call: SearchCall): SearchRecord {
  const { body, key, now, request_id } = call;
  const lead = toLeadData(body.lead);
  return {
    id: body.svc_lead_id ?? newId(),
    affiliate_id: key.affiliate_id,
    campaign_id: body.svc_campaign_id,
    request_id,
    is_test: key.is_test || body.svc_is_test_lead === true,
    created_at: now,
    run: 1,
    state: 'new',
    due_at: dueAfter(now),
    closes_at: new Date(now.getTime() + settings.searchOpenMs),
    lead,
    tracking: body.tracking,
    consent: consentOf(body),
    ...takeExternalId(call.extra),
    identities: identities.keysOf(identityForms(lead)),
    suppression_keys: identities.keysOf(furtherForms(lead)).map(({ key }) => key),
    results: [],
    partners: [],
    verdicts: [],
    slots: [],
    timeline: [{ at: now, what: 'received' } satisfies SearchEntry],
  };
}

const consentOf = ({ tcpa_consent, consent_cert_url, universal_lead_ref }: SearchRequest): SearchConsent => ({
  ...(tcpa_consent !== undefined && { tcpa_consent }),
  ...(consent_cert_url !== undefined && { consent_cert_url }),
  ...(universal_lead_ref !== undefined && { universal_lead_ref }),
});

/** Stores a new search, or the next run of the one that `svc_lead_id` names. Returns the record as it is stored. */
async function storeSearch(
  { searches, identities }: WebPorts,
  { body, key, now }: SearchCall,
  search: SearchRecord,
): Promise<SearchRecord> {
  if (body.svc_lead_id === undefined) {
    await searches.insert(search);
    return search;
  }
  const again = await searches.searchAgain(search.id, key, searchAgain(identities, search), now);
  switch (again.outcome) {
    case 'rerun':
      return { ...search, run: again.run };
    case 'submitted':
      throw refused('already_submitted');
    case 'too_often': {
      const retry_after_seconds = secondsUntil(again.until, now);
      throw new RequestRefused({ why: 'too_often', retry_after_seconds });
    }
    case 'live':
      throw refused('live_record');
    case 'other_person':
      throw refused('other_person');
    case 'unknown':
      throw key.is_test ? notFound('svc_lead_id') : notYours('svc_lead_id');
  }
}

const searchAgain = (identities: WebPorts['identities'], search: SearchRecord): SearchAgain => ({
  campaign_id: search.campaign_id,
  request_id: search.request_id,
  is_test: search.is_test,
  due_at: dueAfter(search.created_at),
  closes_at: search.closes_at,
  lead: search.lead,
  tracking: search.tracking,
  consent: search.consent,
  extra: search.extra,
  ...(search.external_id !== undefined && { external_id: search.external_id }),
  identities: search.identities,
  mergeIdentities: (found) => mergeIdentities(found, search.identities, identities.withCurrentHashes),
  suppression_keys: search.suppression_keys ?? [],
  entries: [{ at: search.created_at, what: 'received_again' }],
});
