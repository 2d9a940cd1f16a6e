import type { Attempt, LeadRecord, SentTo } from '../../src/core/lead/lead-record.js';
import type { IdentityKey, SearchRecord, StoredResult } from '../../src/core/search/search-record.js';
import { IDS } from './catalogue.js';

/** When the fake clock starts (`fakeWork`): a Saturday. */
const START = new Date('2026-11-21T17:00:00Z');

/** Who issued a key or made an invitation: somebody at the command line. */
export const TEST_ISSUER = { kind: 'os_user', id: 'root', name: 'root' } as const;

/** The keyed identities of a person called `who`. */
export const testIdentities = (who: string): IdentityKey[] => [
  { kind: 'email', key: `key-email-${who}` },
  { kind: 'phone', key: `key-phone-${who}` },
];

const PERSON = {
  personal: { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', phone: '6085550100' },
  address: { state: 'WI', zip_code: '53703' },
} as const;
const TRACKING = { ip_address: '203.0.113.7' } as const;

/** Ann's search, stored and not yet run. */
export const testSearch = (over: Partial<SearchRecord> = {}): SearchRecord => ({
  id: '10000000-0000-4000-8000-000000000001',
  affiliate_id: IDS.affiliate,
  campaign_id: IDS.campaign,
  request_id: 'request-1',
  is_test: false,
  created_at: START,
  run: 1,
  state: 'new',
  due_at: START,
  closes_at: new Date(START.getTime() + 45_000),
  lead: PERSON,
  tracking: TRACKING,
  consent: {},
  extra: {},
  identities: testIdentities('ann'),
  results: [],
  partners: [],
  verdicts: [],
  slots: [],
  timeline: [],
  ...over,
});

/** Where an attempt at a buyer went. */
export const testSentTo = (buyer_id: string): SentTo => ({
  buyer_id,
  delivery_origin: 'http://127.0.0.1:1',
});

/** An attempt at the buyer of most offers, which was accepted. */
export const testAttempt = ({
  sent_to,
  ...over
}: Partial<Omit<Attempt, 'sent_to'>> & { readonly sent_to?: Partial<SentTo> } = {}): Attempt => ({
  ...{ number: 1, submission: 1, run: 1, at: START, timeout_ms: 1_000, outcome: 'accepted' },
  send_by: new Date((over.at ?? START).getTime() + 1_000),
  sent_to: { ...testSentTo(IDS.buyer), ...sent_to },
  money: { price_cents: 4_500, payout_cents: 3_000, currency: 'USD', catalogue_version: 1 },
  ...over,
});

/** Ann's lead, posted directly to the shared offer, stored and not yet evaluated. */
export const testLead = (over: Partial<LeadRecord> = {}): LeadRecord => ({
  id: '20000000-0000-4000-8000-000000000001',
  affiliate_id: IDS.affiliate,
  campaign_id: IDS.campaign,
  offer_id: IDS.shared,
  buyer_id: IDS.buyer,
  request_id: 'request-1',
  form: 'B',
  is_test: false,
  received_at: START,
  submission: 1,
  state: 'queued',
  runs: 0,
  stalls: 0,
  due_at: START,
  first_due_at: START,
  lead: PERSON,
  tracking: TRACKING,
  extra: {},
  answers: {},
  consent: {
    decision: true,
    text: 'By clicking Send I agree that Lakeshore University may call me.',
    button_label: 'Send',
    cert_url: null,
    universal_lead_ref: null,
    ip_address: TRACKING.ip_address,
    at: START,
  },
  identities: testIdentities('ann'),
  data_hash: 'hash',
  attempts: [],
  pending_effects: [],
  timeline: [],
  ...over,
});

/** A lead that submits a result of a search; another person than the search's where `over` says so. */
export const testSubmit = (
  search: SearchRecord,
  result: StoredResult,
  over: Partial<LeadRecord> = {},
): LeadRecord => {
  const program = result.terms.programs[0]?.value;
  return testLead({
    form: 'A',
    search_id: search.id,
    result_id: result.id,
    offer_id: result.offer_id,
    lead: search.lead,
    tracking: search.tracking,
    terms: result.terms,
    ...(program === undefined ? {} : { program_id: program }),
    ...over,
  });
};
