import type { Request, Response } from 'express';
import type { PostingLink } from '../../app/posting-spec/posting-links.js';
import type { WebPorts } from '../../app/ports/web-ports.js';
import type { ApiKey } from '../../core/keys/api-key.js';
import type { SubmitRequest } from '../../app/submit/submit-request.js';
import { bodyReader } from '../../http/read-body.js';
import { localsOf, send } from '../../http/send.js';
import type { Log } from '../../platform/process/logger.js';
import type { Call, Reading } from '../call.js';
import { submit } from '../handlers/submit.js';
import { bodyOf } from '../route.js';
import { SUBMIT_FORMS, submitSchema } from '../schemas/submit-schema.js';

const LIMIT = 64 * 1024;
const readBody = bodyReader(LIMIT);
const { body: input } = bodyOf<SubmitRequest>(LIMIT, SUBMIT_FORMS, submitSchema);

/**
 * Submits what the page's form holds as a test lead of the link's campaign. Its ids are the link's: a form can't name
 * another campaign, and can't make a live lead. Like a test key, the link sees no live record.
 */
export async function sendTestLead(
  { ports, log }: { readonly ports: WebPorts; readonly log: Log },
  { campaign }: PostingLink,
  request: Request,
  response: Response,
): Promise<void> {
  const now = ports.clock();
  const { affiliate } = campaign;
  const reading: Reading = {
    loose: affiliate.accept_loose_formats === true,
    normalized: [],
  };
  const raw = {
    ...(await readBody(request, response)),
    svc_campaign_id: campaign.id,
    svc_affiliate_id: affiliate.id,
    svc_is_test_lead: true,
  };
  const body = input?.check(raw, now, reading);
  if (!body) throw new Error('a submit has a body');
  const { request_id } = localsOf(response);
  const key = { affiliate_id: affiliate.id, is_test: true } as ApiKey;
  const call = { body, params: {}, key, reading, request_id, now, log: log.child({ request_id }) };
  send(response, await submit(ports, call as Call<SubmitRequest>));
}
