import type { ConsentEvidence } from '../../core/records/lead-record.js';
import type { SubmitBody } from '../schemas/submit-schema.js';

/** The consent as it was sent and shown: evidence. What it is worth is decided with the lead. */
export const consentOf = (
  body: SubmitBody,
  text: string | null,
  ipAddress: string,
  now: Date,
): ConsentEvidence => ({
  decision: decisionOf(body.tcpa_consent),
  text,
  button_label: textOrNull(body.consent_button_label),
  cert_url: textOrNull(body.consent_cert_url),
  universal_lead_ref: textOrNull(body.universal_lead_ref),
  ip_address: ipAddress,
  at: now,
});

/** Only `true` is a consent; whatever else was sent is none. */
const decisionOf = (sent: unknown): boolean | null => (sent === undefined ? null : sent === true);

const textOrNull = (sent: unknown): string | null => (typeof sent === 'string' ? sent : null);
