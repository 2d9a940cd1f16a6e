import { leadSchema } from './lead-schema.js';
import { ownerKeys, flag, record, text, uuid } from './parts.js';
import { trackingSchema } from './tracking-schema.js';

/** A search request that passed: `lead` nested or flat as it was sent, any other keys beside. */
export interface SearchBody {
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

/** Keys of a search in the order in which faults are answered (docs/contract.md#order-of-the-fields); ours last. */
const SEARCH_KEYS = {
  ...ownerKeys(),
  lead: leadSchema().required(),
  tracking: trackingSchema('required').required(),
  tcpa_consent: flag().description('The consent, when it was collected before the search'),
  consent_cert_url: text().description('Address of the consent certificate'),
  universal_lead_ref: text().description(
    'Reference of the consent certificate of a universal lead id; the id itself, no address',
  ),
  svc_is_test_lead: flag().description('Test mode: nothing is sent to a buyer'),
  svc_lead_id: uuid().description('An earlier search of yours, to run again under its id with this data'),
};

export const searchSchema = record<SearchBody>(SEARCH_KEYS, []);

/** Names that are no extra keys. */
export const isSearchKey = (key: string): boolean => Object.hasOwn(SEARCH_KEYS, key);
