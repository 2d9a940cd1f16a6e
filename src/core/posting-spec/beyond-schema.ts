/** A refusal of a call whose body is as its schema says. No schema can hold the rule. */
interface BeyondSchema {
  readonly rule: string;
  /** Where it applies: a field, or the body. */
  readonly at: string;
  readonly answer: string;
}

const row = (rule: string, at: string, answer = '400 INVALID_FIELD'): BeyondSchema => ({ rule, at, answer });

/** All of them, one by one. The description shows this list; tests compare it with what is refused. */
export const BEYOND_SCHEMA = [
  row('a public address, or one for documentation', 'tracking.ip_address'),
  row('a date that is not in the future', 'date_of_birth, dob'),
  row('at most 254 characters, also after NFKC normalization, and no invisible characters', 'email'),
  row('keys that can be stored (see Bodies)', 'every object'),
  row('text without NUL', 'every text'),
  row('text without unpaired surrogates', 'every text but tracking and extra keys'),
  row('each key once in its object', 'every object', '400 MALFORMED_REQUEST'),
  row('at most 8 levels of nesting', 'the body', '400 MALFORMED_REQUEST'),
  row('at most 500 keys', 'the body', '400 MALFORMED_REQUEST'),
  row('a result that asks for a lead field takes it at the top level in its form', 'leads: the field'),
  row('a live record is not sent again as a test', 'svc_is_test_lead'),
  row('a campaign of yours that is active', 'search: svc_campaign_id', '400 NOT_FOUND'),
  row('the affiliate, campaign, offer, result, search and lead are yours', 'ids', '403, 404'),
  row(
    'fallbacks that the campaign allows, each another direct offer of it',
    'fallbacks',
    '400 INVALID_FIELD, 403, 404',
  ),
  row('an Idempotency-Key belongs to one body', 'Idempotency-Key', '409 MALFORMED_REQUEST'),
  row('at most 64 KiB, 16 KiB on the pre-check', 'the body', '413 MALFORMED_REQUEST'),
] as const;
