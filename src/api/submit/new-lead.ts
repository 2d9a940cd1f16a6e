import { randomUUID } from 'node:crypto';
import { compact } from '../../core/catalogue/compact.js';
import { identityForms } from '../../core/lead/identity.js';
import type { LeadData, Tracking } from '../../core/lead/lead-data.js';
import { chosenProgram } from '../../core/checks/program.js';
import { cleanAnswers } from '../../core/questions/questions.js';
import type { LeadEntry } from '../../core/lead/lead-entry.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { FormField, ResultProgram } from '../../core/search/search-record.js';
import type { Api, Call } from '../call.js';
import type { SubmitBody } from '../schemas/submit-schema.js';
import { DUE_AFTER_MS } from '../../core/delivery/lease-times.js';
import { later } from '../waiting/await-record.js';
import { canonicalJson, boundAs } from './idempotency.js';
import { consentOf } from './consent-of.js';
import type { SortedKeys } from './split-body-keys.js';

/** What the two forms of a submit find out each in its own way. */
export interface LeadParts
  extends
    Pick<LeadRecord, 'form' | 'offer_id' | 'search_id' | 'result_id' | 'terms'>,
    Pick<SortedKeys, 'answers' | 'extra'> {
  readonly lead: LeadData;
  readonly tracking: Tracking;
  readonly is_test: boolean;
  readonly tcpa_text: string | null;
  readonly programs: readonly Pick<ResultProgram, 'value'>[];
  readonly form_fields: readonly FormField[];
}

/** The lead as it is stored before its job exists. */
export function newLead({ platform }: Api, call: Call<SubmitBody>, parts: LeadParts): LeadRecord {
  const { body, key, now, request_id, idempotency_key } = call;
  const { identities } = platform;
  const { lead, tracking, answers, programs, form_fields, tcpa_text, ...rest } = parts;
  const consent = consentOf(body, tcpa_text, tracking.ip_address, now);
  const program_id = chosenProgram(sentProgram(body.program_id), programs);
  const { at: _at, ...agreed } = consent;
  const asked = {
    lead,
    tracking,
    offer: parts.offer_id,
    program_id,
    agreed,
    answers: cleanAnswers(form_fields, answers),
  };
  return {
    ...rest,
    ...compact({ program_id, buyer_id: platform.catalogue.current().offers.get(parts.offer_id)?.buyer.id }),
    id: randomUUID(),
    affiliate_id: key.affiliate_id,
    campaign_id: body.svc_campaign_id,
    request_id,
    is_test: key.is_test || body.svc_is_test_lead === true || parts.is_test,
    received_at: now,
    round: 1,
    state: 'queued',
    runs: 0,
    stalls: 0,
    due_at: later(now, DUE_AFTER_MS),
    first_due_at: now,
    lead,
    tracking,
    answers,
    consent,
    identities: identities.keysOf(identityForms(lead)),
    data_hash: identities.keyedHash(canonicalJson(asked)),
    attempts: [],
    debts: [],
    ...(idempotency_key !== undefined && {
      idempotency: [
        {
          ...boundAs(idempotency_key, key.is_test),
          body_hash: identities.keyedHash(canonicalJson(body)),
          at: now,
        },
      ],
    }),
    timeline: [{ at: now, what: 'received' } satisfies LeadEntry],
  };
}

/** A value that is no text can't be one of the programs; kept as JSON, it is refused as an unknown one. */
const sentProgram = (sent: unknown): string | undefined =>
  sent === undefined || typeof sent === 'string' ? sent : JSON.stringify([sent]);
