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

/** An address behind a separator, or a separator at the end. An address within another one's query has none before it. */
const SEVERAL = /[\s,;|]["'<[(]*https?:\/\/|[,;|]$/i;

/** What `consent_cert_url` must be, as the end of a sentence. */
export const ONE_CERTIFICATE = 'the address of one certificate';

/** Whether a text names several addresses: as one address, it leads nowhere. */
export const namesSeveral = (text: string): boolean => SEVERAL.test(text);
