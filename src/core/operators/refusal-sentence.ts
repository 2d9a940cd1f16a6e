import { leadField } from '../lead/fields.js';
import type { Refusal } from '../refusal.js';

type Say = (refusal: Refusal, offer: string) => string;

const fieldName = (path: string): string => leadField(path)?.label.toLowerCase() ?? path;
const fieldOf = ({ field = 'a field' }: Refusal): string => field;

/** By check and rule. Texts for operators: they name the rule, which an affiliate is not told. */
const BY_RULE: Readonly<Record<string, Readonly<Record<string, Say>>>> = {
  active: {
    result_expired: () => 'The result had expired before the lead was submitted.',
    offer_retired: () => 'The offer is no longer in the catalogue.',
    offer_paused: () => 'The offer was paused.',
    buyer_paused: () => 'The buyer was paused.',
    campaign_retired: () => 'The campaign is no longer in the catalogue.',
    campaign_inactive: () => 'The campaign was not active.',
    campaign_reassigned: () => 'The campaign had gone to another affiliate.',
    offer_off_campaign: () => 'The offer was no longer on the campaign.',
    partner_changed: () => 'The result came from a partner that no longer has this offer.',
    buyer_changed: () =>
      'The offer now has another buyer, and its consent text isn’t the one that was shown.',
  },
  consent: {
    not_given: () => 'The consumer didn’t consent, and the offer requires consent.',
    missing: () => 'The call didn’t say whether the consumer consented (tcpa_consent).',
    several_certificates: () => 'The call named several certificates of consent in one text.',
    no_certificate: () => 'The certificate of consent isn’t a URL, and a verification step needs its URL.',
    consent_malformed: (refusal) => `The consent evidence is of a wrong type (${fieldOf(refusal)}).`,
  },
  program: { unknown_program: () => 'The offer doesn’t have the chosen program.' },
  questions: {
    answer_missing: (refusal) => `The answer to a required question is missing (${fieldOf(refusal)}).`,
    answer_invalid: (refusal) => `An answer isn’t valid for its question (${fieldOf(refusal)}).`,
  },
  required_fields: {
    field_missing: (refusal) => `A field that the offer requires is missing (${fieldOf(refusal)}).`,
  },
  exclusivity: {
    exclusivity: () =>
      'Another lead of this search is sold or being sold, and one of the two offers is exclusive.',
    limit: () => "The campaign's limit of accepted leads for one search was reached.",
  },
  test_lead: {
    test_lead: () => 'It’s a test lead. It passed every check and wasn’t sent.',
    no_test_address: () => 'The partner has no test address for searches.',
  },
  erasure: { erased: () => 'The person was erased on request before a buyer took the lead.' },
  destination: {
    destination_down: () => "The circuit breaker of the offer's address was open.",
  },
  delivery: {
    delivery_failed: () =>
      'The buyer couldn’t be reached, or kept asking to try again, until the delivery window ended.',
    buyer_rejected: () => 'The buyer refused it.',
    buyer_duplicate: () => 'The buyer already had this person.',
  },
};

/** By check, where the rule is a value. */
const BY_CHECK: Readonly<Record<string, Say>> = {
  eligibility: ({ why, detail = {} }, offer) =>
    typeof detail['takes'] === 'string' && typeof detail['lead'] === 'string'
      ? `${offer} takes only leads where ${detail['takes']}; this lead ${detail['lead']}.`
      : `The offer's rule on ${fieldName(why)} does not take this lead.`,
  verification: ({ why, detail = {} }) =>
    why === 'verification_refused'
      ? `The verification ${String(detail['step'])} refused it${detail['reason'] === undefined ? '' : `: ${String(detail['reason'])}`}.`
      : `The verification ${String(detail['step'])} gave no answer that lets it be sold (${String(detail['detail'])}).`,
  suppressed: ({ detail = {} }) =>
    `The person's ${BY_KIND[String(detail['by'])] ?? 'data'} is on the suppression list${forWhom(detail['scope'])} (${String(detail['source'])}: ${String(detail['reason'])}).`,
  duplicate: ({ held_by, detail }) =>
    `${held_by ? `The lead ${held_by.lead_id}` : 'Another lead'} already has this person${scopeOf(detail)}.`,
  caps: ({ why, detail = {} }) => {
    const { scope = 'offer', limit, program } = detail;
    const of = String(scope).replace('campaign_offer', 'campaign for this offer');
    return `The ${why} cap of the ${of} was full${limit === undefined ? '' : `: ${limit} leads`}${program === undefined ? '' : ` of the program ${program}`}.`;
  },
};

const BY_KIND: Readonly<Record<string, string>> = {
  email: 'e-mail address',
  email_md5: 'e-mail address',
  phone: 'phone number',
  domain: 'e-mail domain',
};
const forWhom = (scope: unknown): string =>
  scope === 'buyer' || scope === 'affiliate' ? ` for this ${scope}` : '';

const scopeOf = (detail: Refusal['detail']): string =>
  detail?.['window_days'] === undefined
    ? ''
    : ` (one sale per ${String(detail['scope']).replace('service', 'marketplace')} in ${String(detail['window_days'])} days)`;

/**
 * Why a check refused, in one sentence for an operator. `offer`: its name. A rule of a newer version is named as it is
 * stored.
 */
export function refusalSentence(refusal: Refusal, offer = 'The offer'): string {
  const { check, why } = refusal;
  const rules = Object.hasOwn(BY_RULE, check) ? BY_RULE[check] : undefined;
  const say = rules && Object.hasOwn(rules, why) ? rules[why] : undefined;
  const ofCheck = Object.hasOwn(BY_CHECK, check) ? BY_CHECK[check] : undefined;
  return (say ?? ofCheck)?.(refusal, offer) ?? `The check ${check} refused it: ${why}.`;
}
