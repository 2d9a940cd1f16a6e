import type { SearchRequest } from '../../app/search/receive.js';
import { EXTERNAL_ID } from '../../core/lead/external-id.js';
import { namesSeveral } from '../../core/lead/consent-evidence.js';
import { leadSchema } from './lead-schema.js';
import { ownerKeys, externalId, flag, record, text, uuid } from './parts.js';
import { trackingSchema } from './tracking-schema.js';

/** The keys of a search in the order of the faults (docs/contract.md#order-of-the-fields). Our own keys are last. */
const SEARCH_KEYS = {
  ...ownerKeys(),
  lead: leadSchema().required(),
  tracking: trackingSchema('required').required(),
  tcpa_consent: flag().description('The consent, when it was collected before the search'),
  consent_cert_url: text()
    .custom((sent: string, { error }) => (namesSeveral(sent) ? error('text.several') : sent))
    .description('Address of the consent certificate; one'),
  universal_lead_ref: text().description(
    'Reference of the consent certificate of a universal lead id; the id itself, no address',
  ),
  svc_is_test_lead: flag().description('Test mode: nothing is sent to a buyer'),
  external_id: externalId(),
  svc_lead_id: uuid().description('An earlier search of yours, to run again under its id with this data'),
};

export const SEARCH_NAMES = Object.keys(SEARCH_KEYS);

export const searchSchema = record<SearchRequest>(SEARCH_KEYS, []);

/** The members of a body that are not keys of the request, and `external_id`, which may be any value. */
export const extraKeys = (body: SearchRequest): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => name === EXTERNAL_ID || !Object.hasOwn(SEARCH_KEYS, name)),
  );
