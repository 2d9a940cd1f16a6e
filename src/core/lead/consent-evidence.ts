/**
 * What the consumer agreed to. It is kept as evidence. The text is that of the result, as it was shown; of a direct post and its
 * fallbacks that of the offer when the lead was received, which the affiliate had to show.
 */
export interface ConsentEvidence {
  /** As sent; null when it was not sent. */
  readonly decision: boolean | null;
  readonly text: string | null;
  readonly button_label: string | null;
  readonly cert_url: string | null;
  readonly universal_lead_ref: string | null;
  readonly ip_address: string;
  readonly at: Date;
  /** Members that were sent with a wrong type, in the order of docs/contract/leads.md#consent. Absent: none. */
  readonly malformed?: readonly string[];
}

/** What people put between two values, also as an address escapes it. */
const SEPARATOR = '(?:[\\s,;|]|%(?:0[9ad]|20|2c|3b|7c))';
const OPENED = `["'<[(]*`;
const SEVERAL = new RegExp(
  [
    `${SEPARATOR}${OPENED}(?:https?:|//|www[.])`,
    // In front of a query: there, a name may be followed by anything.
    `^[^?]*${SEPARATOR}${OPENED}[\\w-]+(?:[.][\\w-]+)+/`,
    // An address within another one's query is its value, or is escaped.
    '^[^?]*https?://[^?]*https?://',
    '^(?:(?!https?://).)*https?://.*[^=]https?://',
    '(?:[,;|]|%(?:0[ad]|2c|3b|7c))$',
  ].join('|'),
  'is',
);

/** What `consent_cert_url` must be, as the end of a sentence. */
export const ONE_CERTIFICATE = 'the address of one certificate';

/** Whether a text names several addresses: as one address, it leads nowhere. */
export const namesSeveral = (text: string): boolean => SEVERAL.test(text);

/** Whether a text is an address at which somebody could be asked. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text);
