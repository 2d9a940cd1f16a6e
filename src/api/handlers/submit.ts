import { readOwnLead } from '../../app/ownership.js';
import { receiveSubmit } from '../../app/submit/receive.js';
import type { SubmitRequest } from '../../app/submit/submit-request.js';
import { submitAnswer } from '../../core/answers/submit-answer.js';
import { idParam, ok, type Handler } from '../call.js';
import { otherKeys, readLeadFields } from '../schemas/submit-schema.js';

/** Submits a lead. The answer is the decision, or PENDING if there is no decision yet. */
export const submit: Handler<SubmitRequest> = async (ports, call) => {
  const lead = await receiveSubmit(ports, {
    ...call,
    others: otherKeys(call.body),
    readLeadFields: (sent) => readLeadFields(sent, call.now),
  });
  const { settled, body } = submitAnswer(lead, call.key);
  return { http: settled ? 200 : 202, body };
};

/** Answers with the submit answer for the lead's present state. */
export const readLead: Handler<undefined> = async (ports, { params, key }) =>
  ok(submitAnswer(await readOwnLead(ports, key, idParam(params)), key).body);
