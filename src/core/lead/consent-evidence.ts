/** What the consumer agreed to, as it was shown. It is kept as evidence. */
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
