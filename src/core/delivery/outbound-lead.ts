import type { Offer } from '../catalogue/types.js';
import type { Subject } from '../checks/check.js';
import type { LeadData } from '../lead/lead-data.js';
import { cleanAnswers, offerFormFields } from '../questions/questions.js';
import type { LeadRecord } from '../lead/lead-record.js';
import { isStillPartners } from '../search/partner-terms.js';
import type { SearchRecord } from '../search/search-record.js';

const named = ({ id, handle, name }: Offer): OutboundLead['offer'] => ({ id, handle, name });

export interface LeadSetting {
  readonly subject: Subject;
  /** The affiliate's handle. */
  readonly affiliate: string;
  readonly callback_url: string | undefined;
}

/** The whole lead in our own format, as a buyer receives it. */
export function outboundLead(
  lead: LeadRecord,
  offer: Offer,
  { subject, affiliate, callback_url }: LeadSetting,
): OutboundLead {
  const programs = lead.terms?.programs ?? offer.programs;
  const program = programs.find(({ value }) => value === subject.program);
  const fields = lead.terms?.form_fields ?? offerFormFields(offer);
  const reference = lead.terms && isStillPartners(lead.terms, offer) ? lead.terms.reference : undefined;
  return {
    lead_id: lead.id,
    ...(callback_url === undefined ? {} : { callback_url }),
    ...(lead.search_id === undefined ? {} : { search_id: lead.search_id }),
    lead: withoutExtra(lead.lead),
    tracking: lead.tracking,
    consent: { ...lead.consent },
    answers: cleanAnswers(fields, lead.answers),
    ...(program ? { program: { value: program.value, label: program.label } } : {}),
    offer: named(offer),
    affiliate: { handle: affiliate },
    ...(reference === undefined ? {} : { result: { reference } }),
  };
}

/**
 * The data from which a partner's search request is made.
 *
 * - If the offer maps the request's body, this is the whole search. Only the members that the operator maps are sent.
 * - Otherwise it holds the consumer's approximate location and what the consumer looks for. It holds nothing that
 *   identifies or reaches the consumer, because consent is only given on submit.
 */
export function partnerQuery(search: SearchRecord, offer: Offer, affiliate: string): OutboundLead {
  const { personal, address, education, background } = search.lead;
  if (offer.partner?.search.body !== undefined)
    return {
      search_id: search.id,
      lead: withoutExtra(search.lead),
      tracking: search.tracking,
      consent: { ...search.consent },
      offer: named(offer),
      affiliate: { handle: affiliate },
    };
  const only = (group: Readonly<Record<string, string>> | undefined, ...keys: string[]) =>
    Object.fromEntries(Object.entries(group ?? {}).filter(([key]) => keys.includes(key)));
  return {
    search_id: search.id,
    lead: {
      personal: only(personal, 'age', 'gender'),
      address: only(address, 'city', 'state', 'zip_code'),
      education: education ?? {},
      background: background ?? {},
    },
    tracking: {},
    offer: named(offer),
    affiliate: { handle: affiliate },
  };
}

function withoutExtra({ personal, address, education, background }: LeadData): OutboundLead['lead'] {
  return {
    personal: personal ?? {},
    address: address ?? {},
    education: education ?? {},
    background: background ?? {},
  };
}

/** Our own format of a lead for buyers and partners. Every mapping starts from it. */
export interface OutboundLead {
  readonly lead_id?: string;
  /** The address to which the buyer of this lead may send callbacks. */
  readonly callback_url?: string;
  readonly search_id?: string;
  readonly lead: Readonly<Record<string, unknown>>;
  readonly tracking: Readonly<Record<string, unknown>>;
  readonly consent?: Readonly<Record<string, unknown>>;
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly program?: { readonly value: string; readonly label: string };
  readonly offer: { readonly id: string; readonly handle: string; readonly name: string };
  readonly affiliate: { readonly handle: string };
  readonly result?: { readonly reference: string };
}

/** The path prefix of every callback address. The token follows it. */
export const CALLBACKS_PATH = '/api/v1/callbacks/';
