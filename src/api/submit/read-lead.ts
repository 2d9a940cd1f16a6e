import { submitAnswer } from '../../core/answers/submit-answer.js';
import { ok, type Handler, idParam } from '../call.js';
import { notFound } from '../faults.js';
import { isVisible } from '../ownership.js';

/** The submit answer of a lead as it now stands. */
export const readLead: Handler<undefined> = async ({ platform }, { params, key }) => {
  const lead = await platform.leads.read(idParam(params));
  if (!lead || !isVisible(key, lead)) throw notFound('svc_lead_id');
  return ok(submitAnswer(lead, key).body);
};
