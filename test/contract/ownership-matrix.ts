/** Whose id is sent, or what is wrong with it. `wrong kind`: an id of the client, of something else. */
export type Kind =
  'own' | 'foreign' | 'unknown' | 'malformed' | 'retired' | 'inactive' | 'wrong kind' | 'other own';
/** HTTP, code, field, and error where the contract gives one. */
export type Cell = readonly [http: number, code: string, field?: string, error?: string];
type Row = Partial<Record<Kind, Cell>>;

const OK: Cell = [200, 'OK'];
const SOLD: Cell = [200, 'ACCEPTED'];
const GONE: Cell = [200, 'OFFER_UNAVAILABLE'];
const invalid = (field: string): Cell => [400, 'INVALID_FIELD', field];
const forbidden = (field: string, error?: string): Cell =>
  error === undefined ? [403, 'FORBIDDEN', field] : [403, 'FORBIDDEN', field, error];
const notFound = (field: string, error?: string): Cell =>
  error === undefined ? [404, 'NOT_FOUND', field] : [404, 'NOT_FOUND', field, error];

const NO_CAMPAIGN: Cell = [400, 'NOT_FOUND', 'svc_campaign_id'];
const NO_RESULT = notFound('svc_result_id', 'search_result_not_found');
const MISMATCH = forbidden('svc_campaign_id', 'result_campaign_mismatch');

/**
 * Operation and the id that is varied; everything else of the request is the client's own. A kind that is not in a row
 * does not exist there: an affiliate or a lead is never retired, a search has no status.
 */
export const MATRIX: Readonly<Record<string, Row>> = {
  'search svc_affiliate_id': {
    own: OK,
    foreign: forbidden('svc_affiliate_id'),
    unknown: forbidden('svc_affiliate_id'),
    malformed: invalid('svc_affiliate_id'),
    'wrong kind': forbidden('svc_affiliate_id'),
  },
  'search svc_campaign_id': {
    own: OK,
    'other own': OK,
    foreign: NO_CAMPAIGN,
    unknown: NO_CAMPAIGN,
    retired: NO_CAMPAIGN,
    inactive: NO_CAMPAIGN,
    malformed: invalid('svc_campaign_id'),
    'wrong kind': NO_CAMPAIGN,
  },
  'search svc_lead_id': {
    own: OK,
    foreign: forbidden('svc_lead_id'),
    unknown: forbidden('svc_lead_id'),
    malformed: invalid('svc_lead_id'),
    'wrong kind': forbidden('svc_lead_id'),
  },
  'results svc_lead_id': {
    own: OK,
    foreign: notFound('svc_lead_id'),
    unknown: notFound('svc_lead_id'),
    malformed: notFound('svc_lead_id'),
    'wrong kind': notFound('svc_lead_id'),
  },
  'read lead svc_lead_id': {
    own: SOLD,
    foreign: notFound('svc_lead_id'),
    unknown: notFound('svc_lead_id'),
    malformed: notFound('svc_lead_id'),
    'wrong kind': notFound('svc_lead_id'),
  },
  'form A svc_affiliate_id': {
    own: SOLD,
    foreign: forbidden('svc_affiliate_id'),
    unknown: forbidden('svc_affiliate_id'),
    malformed: invalid('svc_affiliate_id'),
  },
  'form A svc_campaign_id': {
    own: SOLD,
    'other own': MISMATCH,
    foreign: MISMATCH,
    unknown: MISMATCH,
    retired: MISMATCH,
    malformed: invalid('svc_campaign_id'),
    'wrong kind': MISMATCH,
  },
  'form A search_lead_id': {
    own: SOLD,
    'other own': NO_RESULT,
    foreign: NO_RESULT,
    unknown: NO_RESULT,
    malformed: invalid('search_lead_id'),
    'wrong kind': NO_RESULT,
  },
  'form A svc_result_id': {
    own: SOLD,
    'other own': NO_RESULT,
    foreign: NO_RESULT,
    unknown: NO_RESULT,
    malformed: NO_RESULT,
    'wrong kind': NO_RESULT,
  },
  'form B svc_affiliate_id': {
    own: SOLD,
    foreign: forbidden('svc_affiliate_id'),
    unknown: forbidden('svc_affiliate_id'),
    malformed: invalid('svc_affiliate_id'),
  },
  'form B svc_campaign_id': {
    own: SOLD,
    foreign: forbidden('svc_campaign_id'),
    unknown: forbidden('svc_campaign_id'),
    malformed: invalid('svc_campaign_id'),
    retired: GONE,
    inactive: GONE,
    'wrong kind': forbidden('svc_campaign_id'),
  },
  // ADR 31: one on another campaign of the client is 403.
  'form B svc_offer_id': {
    own: SOLD,
    foreign: notFound('svc_offer_id'),
    unknown: notFound('svc_offer_id'),
    malformed: invalid('svc_offer_id'),
    retired: GONE,
    inactive: GONE,
    'wrong kind': notFound('svc_offer_id'),
  },
  'form B svc_lead_id': {
    own: SOLD,
    foreign: notFound('svc_lead_id'),
    unknown: notFound('svc_lead_id'),
    malformed: invalid('svc_lead_id'),
    'wrong kind': notFound('svc_lead_id'),
  },
  'dupe-check offer_id': {
    own: OK,
    foreign: forbidden('offer_id'),
    unknown: forbidden('offer_id'),
    malformed: invalid('offer_id'),
    retired: forbidden('offer_id'),
    'wrong kind': forbidden('offer_id'),
  },
};
