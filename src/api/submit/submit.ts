import { submitAnswer } from '../../core/answers/submit-answer.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { Answer, Api, Call, Handler } from '../call.js';
import { requireOwnAffiliate } from '../ownership.js';
import { isDirect, type SubmitBody } from '../schemas/submit-schema.js';
import { awaitRecord } from '../waiting/await-record.js';
import { storeLead, storeLeadAgain, type StoredLead } from './store-lead.js';
import { leadOfOffer } from './submit-direct.js';
import { leadOfResult } from './submit-result.js';

/** Stores the lead, has it judged and delivered, and answers the decision, or that there is none yet. */
export const submit: Handler<SubmitBody> = async (api, call) => {
  requireOwnAffiliate(call);
  return answerOf(api, call, await store(api, call));
};

async function store(api: Api, call: Call<SubmitBody>): Promise<StoredLead> {
  const { body } = call;
  if (!isDirect(body)) return storeLead(api, await leadOfResult(api, { ...call, body }));
  const lead = leadOfOffer(api, { ...call, body });
  return body.svc_lead_id === undefined
    ? storeLead(api, lead)
    : storeLeadAgain(api, call.key, body.svc_lead_id, lead);
}

async function answerOf(api: Api, call: Call<SubmitBody>, stored: StoredLead): Promise<Answer> {
  const { settled, body } = submitAnswer(await decided(api, call, stored), call.key);
  return { http: settled ? 200 : 202, body };
}

/** The lead when it is decided, at the latest when the wait is over. One that another call made due is waited for too. */
function decided(api: Api, call: Call<SubmitBody>, { lead, fresh }: StoredLead): Promise<LeadRecord> {
  const { platform, processId } = api;
  const { id, round } = lead;
  const job = { lead_id: id, round, request_id: call.request_id, reply_to: processId };
  return awaitRecord({
    waiters: api.waiters,
    id,
    // From the call's arrival: a process that has much to do may have taken long to get here.
    wait_ms: Math.max(0, platform.settings.submitWaitMs - (api.clock().getTime() - call.now.getTime())),
    stored: lead,
    ...(fresh && { enqueue: () => platform.queues.submit([job]) }),
    read: () => platform.leads.read(id),
    settled: (record) => submitAnswer(record).settled,
    log: call.log.child({ lead_id: id }),
  });
}
