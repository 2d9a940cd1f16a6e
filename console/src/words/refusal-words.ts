interface Refusal {
  readonly check: string;
  readonly code: string;
  readonly why: string;
  readonly field?: string | undefined;
  readonly sentence?: string | undefined;
}

/** What each check is about, for people. */
const CHECKS: Readonly<Record<string, string>> = {
  active: 'Offer, buyer and campaign are active',
  consent: 'The consumer consented',
  program: 'The offer has the program',
  questions: 'The questions are answered',
  required_fields: 'All required fields are there',
  eligibility: 'The lead meets the offer’s rules',
  suppressed: 'The person is on no suppression list',
  exclusivity: 'No other sale of this search excludes it',
  duplicate: 'No other lead has this person',
  caps: 'The caps have room',
  verification: 'It passed verification',
  test_lead: 'It isn’t a test lead',
  destination: 'The address of the offer answers',
  delivery: 'The buyer accepted it',
};

export const checkWords = (check: string): string => CHECKS[check] ?? check;

const WHYS: Readonly<Record<string, string>> = {
  result_expired: 'the result had expired',
  offer_paused: 'the offer was paused',
  offer_retired: 'the offer was retired',
  offer_off_campaign: 'the offer is not on the campaign',
  partner_changed: 'the offer is no longer that of the partner whose result it was',
  buyer_changed: 'the offer has another buyer now, with another consent text',
  campaign_inactive: 'the campaign was not active',
  campaign_reassigned: 'the campaign had gone to another affiliate',
  buyer_paused: 'the buyer was paused',
  not_given: 'the consumer did not consent',
  no_certificate: 'the certificate of consent is no address to ask at',
  several_certificates: 'several certificates were sent in one text',
  exclusivity: 'another sale of the search excludes it',
  limit: 'the search takes no more submits',
  buyer_rejected: 'the buyer rejected it',
  buyer_duplicate: 'the buyer already had this person',
  answer_missing: 'a required answer is missing',
  answer_invalid: 'an answer is not valid',
  field_missing: 'a required field is missing',
  unknown_program: 'the offer has no such program',
};

/** `address.zip_code` → `zip code` */
const fieldWords = (path: string): string => path.slice(path.indexOf('.') + 1).replaceAll('_', ' ');

/** A rule as a few words: that on a field by the field's name. */
export const ruleShort = (why: string): string => {
  const known = WHYS[why];
  if (known !== undefined) return known.replace(/^the /, '');
  return why.includes('.') ? `rule on ${fieldWords(why)}` : why.replaceAll('_', ' ');
};

/** Why a check refused, in a sentence. */
export function refusalWords({ code, why, field, sentence }: Refusal): string {
  if (sentence !== undefined) return sentence;
  const about = field === undefined ? '' : ` (${field})`;
  const known = WHYS[why];
  if (known !== undefined) return `Because ${known}${about}.`;
  if (code === 'CAP_REACHED') return `Because the ${why} cap was full.`;
  if (code === 'NOT_ELIGIBLE') return `Because the offer’s rule on ${fieldWords(why)} does not take it.`;
  return `Because of the rule ${why}${about}.`;
}
