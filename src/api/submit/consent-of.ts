import type { ConsentEvidence } from '../../core/lead/lead-record.js';
import type { SubmitBody } from '../schemas/submit-schema.js';

/** The consent as it was sent and shown: evidence. What it is worth is decided with the lead. */
export function consentOf(
  body: SubmitBody,
  text: string | null,
  ipAddress: string,
  now: Date,
): ConsentEvidence {
  const malformed = MEMBERS.filter(([name, type]) => body[name] !== undefined && typeof body[name] !== type);
  return {
    decision: decisionOf(body.tcpa_consent),
    text,
    button_label: textOrNull(body.consent_button_label),
    cert_url: textOrNull(body.consent_cert_url),
    universal_lead_ref: textOrNull(body.universal_lead_ref),
    ip_address: ipAddress,
    at: now,
    ...(malformed.length > 0 && { malformed: malformed.map(([name]) => name) }),
  };
}

/** In the order in which faults are answered (docs/contract/leads.md#consent). */
const MEMBERS = [
  ['tcpa_consent', 'boolean'],
  ['consent_button_label', 'string'],
  ['consent_cert_url', 'string'],
  ['universal_lead_ref', 'string'],
] as const;

/** Only `true` is a consent; whatever else was sent is none. */
const decisionOf = (sent: unknown): boolean | null => (sent === undefined ? null : sent === true);

const textOrNull = (sent: unknown): string | null => (typeof sent === 'string' ? sent : null);
