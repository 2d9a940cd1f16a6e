import { compact } from '../../core/catalogue/compact.js';
import { chosenProgram } from '../../core/checks/program.js';
import { identityForms } from '../../core/lead/identity.js';
import { furtherForms } from '../../core/suppression/forms.js';
import type { LeadData, Tracking } from '../../core/lead/lead-data.js';
import type { LeadEntry } from '../../core/lead/lead-entry.js';
import { trackingKeys } from '../../core/lead/tracking-keys.js';
import type { ConsentEvidence } from '../../core/lead/consent-evidence.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { keyFilter } from '../../core/masking/mask-keys.js';
import { cleanAnswers } from '../../core/questions/questions.js';
import type { FormField, ResultProgram } from '../../core/search/search-record.js';
import { dueAfter } from '../await-record.js';
import type { Identities } from '../ports/identities.js';
import { canonicalJson, keysOf } from './idempotency.js';
import type { SubmitCall, SubmitRequest } from './submit-request.js';

interface NewLeadPorts {
  readonly identities: Pick<Identities, 'keysOf' | 'keyedHash' | 'hashesOf' | 'newestHashOf'>;
  readonly newId: () => string;
}

/** The parts of a lead that form A and form B determine differently. */
export interface LeadParts extends Pick<
  LeadRecord,
  | 'form'
  | 'offer_id'
  | 'buyer_id'
  | 'search_id'
  | 'result_id'
  | 'search_run'
  | 'result_run'
  | 'terms'
  | 'answers'
  | 'extra'
  | 'external_id'
  | 'fallbacks'
> {
  readonly lead: LeadData;
  readonly tracking: Tracking;
  readonly is_test: boolean;
  readonly tcpa_text: string | null;
  readonly programs: readonly Pick<ResultProgram, 'value'>[];
  readonly form_fields: readonly FormField[];
}

/** The lead as it is stored before its job exists. */
export function newLead({ identities, newId }: NewLeadPorts, call: SubmitCall, parts: LeadParts): LeadRecord {
  const { body, key, now, request_id } = call;
  const { lead, tracking, answers, programs, form_fields, tcpa_text, ...rest } = parts;
  const consent = consentOf(body, tcpa_text, tracking.ip_address, now);
  const program_id = chosenProgram(sentProgram(body.program_id), programs);
  const { at: _at, ...agreed } = consent;
  const keys = trackingKeys(tracking, identities.hashesOf, parts.external_id);
  const suppressionKeys = identities.keysOf(furtherForms(lead)).map(({ key }) => key);
  const asked = {
    lead,
    tracking,
    offer: parts.offer_id,
    program_id,
    agreed,
    answers: cleanAnswers(form_fields, answers),
    // Each hash holds the offer and what was agreed to; their leads' ids differ from call to call. They are those of the
    // first secret, so that a repeat is equal when the secret was replaced since.
    fallbacks: parts.fallbacks?.map(({ data_hash }) => data_hash),
  };
  const idempotency = keysOf(identities, call);
  const fallbacks = parts.fallbacks?.map((one) => ({
    ...one,
    data_hash: identities.newestHashOf(one.data_hash),
  }));
  return {
    ...rest,
    ...(fallbacks && { fallbacks }),
    ...compact({ program_id: shownProgram(program_id, programs, lead) }),
    id: newId(),
    affiliate_id: key.affiliate_id,
    campaign_id: body.svc_campaign_id,
    request_id,
    is_test: key.is_test || body.svc_is_test_lead === true || parts.is_test,
    received_at: now,
    submission: 1,
    state: 'queued',
    runs: 0,
    stalls: 0,
    due_at: dueAfter(now),
    first_due_at: now,
    lead,
    tracking,
    answers,
    consent,
    identities: identities.keysOf(identityForms(lead)),
    ...(suppressionKeys.length > 0 && { suppression_keys: suppressionKeys }),
    ...(keys.length > 0 && { tracking_keys: keys }),
    data_hash: identities.keyedHash(canonicalJson(asked)),
    attempts: [],
    pending_effects: [],
    ...(idempotency.length > 0 && { idempotency }),
    timeline: [{ at: now, what: 'received' } satisfies LeadEntry],
  };
}

/**
 * The program as it is stored, in clear. Callers put anything there, so what the offer does not have is stored only if it
 * can be the name of a program. It is refused either way.
 */
export const shownProgram = (
  sent: string | undefined,
  programs: readonly { readonly value: string }[],
  lead: LeadData,
): string | undefined =>
  sent === undefined || programs.some(({ value }) => value === sent) || keyFilter(lead)(sent)
    ? sent
    : UNKNOWN;
const UNKNOWN = '•••';

/** A program that is not text cannot be a program of the offer. It is kept as JSON and refused later as unknown. */
export const sentProgram = (sent: unknown): string | undefined =>
  sent === undefined || typeof sent === 'string' ? sent : JSON.stringify([sent]);

/**
 * The consent as it was sent, with the text that was to be shown, kept as evidence. The evaluation of the lead decides whether it is
 * sufficient.
 */
export function consentOf(
  body: Pick<SubmitRequest, (typeof CONSENT_FIELDS)[number][0]>,
  text: string | null,
  ipAddress: string,
  now: Date,
): ConsentEvidence {
  const malformed = CONSENT_FIELDS.filter(
    ([name, type]) => body[name] !== undefined && typeof body[name] !== type,
  );
  return {
    // Only `true` is a consent, no other value.
    decision: body.tcpa_consent === undefined ? null : body.tcpa_consent === true,
    text,
    button_label: textOrNull(body.consent_button_label),
    cert_url: textOrNull(body.consent_cert_url),
    universal_lead_ref: textOrNull(body.universal_lead_ref),
    ip_address: ipAddress,
    at: now,
    ...(malformed.length > 0 && { malformed: malformed.map(([name]) => name) }),
  };
}

/** In the order in which the API reports validation errors (docs/contract/leads.md#consent). */
const CONSENT_FIELDS = [
  ['tcpa_consent', 'boolean'],
  ['consent_button_label', 'string'],
  ['consent_cert_url', 'string'],
  ['universal_lead_ref', 'string'],
] as const;

const textOrNull = (sent: unknown): string | null => (typeof sent === 'string' ? sent : null);
