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
