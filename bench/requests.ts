import { AFFILIATE_ID, ANSWERS, CAMPAIGN_ID, PROGRAM_ID } from './catalogue.js';

/** One HTTP request of the load. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** A result that has not been submitted yet. */
export interface FreshResult {
  readonly search_id: string;
  readonly result_id: string;
}

/** Not the people of an earlier run, since a database may be kept. */
let people = Math.floor(Math.random() * 8_000_000);

/** A new consumer: no search finds a claim, and no submit is a duplicate. */
function newPerson() {
  people += 1;
  const number = String(people).padStart(7, '0');
  return {
    email: `person-${number}@bench.example`,
    phone: `608${number}`,
    first_name: 'Ann',
    last_name: `Bench${number}`,
    date_of_birth: '1994-05-17',
    gender: 'female',
    address_line_1: `${people} Main Street`,
    city: 'Madison',
    state: 'WI',
    zip_code: '53703',
  };
}

const post = (path: string, body: object): BenchRequest => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
});
const common = { svc_campaign_id: CAMPAIGN_ID, svc_affiliate_id: AFFILIATE_ID };

const tracking = { ip_address: '203.0.113.7', utm_source: 'bench', utm_campaign: 'autumn', subid: 'a-17' };

function newLead() {
  const { address_line_1, city, state, zip_code, ...personal } = newPerson();
  return {
    personal,
    address: { address_line_1, city, state, zip_code },
    education: {
      education_level: 'some_college',
      high_school_graduation_year: '2012',
      start_timeline: 'immediately',
    },
    background: { military_affiliation: 'none', us_citizen: 'yes', has_internet_access: 'yes' },
  };
}

export const searchRequest = (): BenchRequest =>
  post('/api/v1/engine/search', { ...common, lead: newLead(), tracking });

export const resultsRequest = (searchId: string): BenchRequest => ({
  method: 'GET',
  path: `/api/v1/engine/results/${searchId}`,
});

export const submitRequest = ({ search_id, result_id }: FreshResult): BenchRequest =>
  post('/api/v1/engine/leads', {
    ...common,
    search_lead_id: search_id,
    svc_result_id: result_id,
    program_id: PROGRAM_ID,
    tcpa_consent: true,
    consent_button_label: 'Send',
    consent_cert_url: 'https://cert.example/0123456789abcdef0123456789abcdef01234567',
    ...ANSWERS,
  });

/** A new person, posted straight to an offer. */
export const directRequest = (offerId: string): BenchRequest =>
  post('/api/v1/engine/leads', {
    ...common,
    svc_offer_id: offerId,
    lead: newLead(),
    tracking,
    program_id: PROGRAM_ID,
    tcpa_consent: true,
    ...ANSWERS,
  });

export function dupeCheckRequest(): BenchRequest {
  const { email, phone } = newPerson();
  return post('/api/v1/engine/dupe-check', { email, phone });
}
