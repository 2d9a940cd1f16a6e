import { readOwnLead } from '../../app/affiliate-ownership.js';
import { receiveSubmit } from '../../app/submit/receive.js';
import { toldStages } from '../../app/stages/told-stages.js';
import { shownEvidence } from '../../core/money/returned.js';
import type { SubmitRequest } from '../../app/submit/submit-request.js';
import type { Offer } from '../../core/catalogue/types.js';
import { submitAnswer } from '../../core/answers/submit-answer.js';
import { invalidField } from '../../http/faults.js';
import { idParam, ok, WITHOUT_LONE_SURROGATES, type Call, type Handler } from '../call.js';
import { listed } from '../faults.js';
import type { WebPorts } from '../../app/ports/web-ports.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { loosenTopLevel } from '../body/loosen-body.js';
import { noticesOf } from '../notices/notices.js';
import { EXPECTED_OF_CONTENT } from '../schemas/parts.js';
import { otherKeys, readLeadFields, SUBMIT_NAMES } from '../schemas/submit-schema.js';

/** Submits a lead. The answer is the decision, or PENDING if there is no decision yet. */
export const submit: Handler<SubmitRequest> = async (ports, call) => {
  const lead = await receiveSubmit(ports, {
    ...call,
    others: otherKeys(call.body),
    readLeadFields: (sent) => readLeadFields(loosenTopLevel(sent, call.now, call.reading), call.now),
    requireWhole: (names) => {
      requireWhole(names, call.reading);
    },
  });
  const { settled, body } = submitAnswer(lead, call.key, offerOf(ports, lead));
  const known = [...SUBMIT_NAMES, ...questionNames(ports, lead, call.body)];
  return { http: settled ? 200 : 202, body: { ...body, ...noticesOf(call, known) } };
};

/** Half a character was dropped from what might have been an extra key. An answer or a lead field is refused for it. */
function requireWhole(names: readonly string[], { normalized }: Call<SubmitRequest>['reading']): void {
  const mended = normalized.filter(
    ({ field, to }) => to === WITHOUT_LONE_SURROGATES && names.includes(field),
  );
  const [first, ...others] = mended.map(({ field }) => invalidField(field, EXPECTED_OF_CONTENT.half));
  if (first) throw listed(first, others);
}

/**
 * Answers with the submit answer for the lead's present state, and with the stages and the evidence of a return that its
 * affiliate is told.
 */
export const readLead: Handler<undefined> = async (ports, { params, key }) => {
  const lead = await readOwnLead(ports, key, idParam(params));
  const stages = await toldStages(ports, lead);
  const { body } = submitAnswer(lead, key, offerOf(ports, lead));
  const return_evidence = shownEvidence(lead);
  return ok({ ...body, ...(return_evidence && { return_evidence }), ...(stages.length > 0 && { stages }) });
};

/**
 * The names of the questions that the offer of the call asks, or asked where a result was submitted. The lead may be a
 * fallback to another offer.
 */
function questionNames({ catalogue }: WebPorts, { terms }: LeadRecord, body: SubmitRequest): string[] {
  const posted = catalogue.current().offers.get(String(body['svc_offer_id']));
  return (terms?.form_fields ?? posted?.questions ?? []).map(({ name }) => name);
}

const offerOf = ({ catalogue }: WebPorts, { offer_id }: LeadRecord): Offer | undefined =>
  catalogue.current().offers.get(offer_id);
