import {
  decideReturnBody,
  returnBody,
  settleBody,
  stageBody,
  testPostBody,
  whyBody,
} from '../bodies/lead-acts.js';
import { revealLeadExchanges } from '../handlers/exchanges.js';
import { decideReturn, returnLead, undoReturn } from '../handlers/return.js';
import { revealLead, revealSearch } from '../handlers/reveal.js';
import { testPostLead, testPostOffer } from '../handlers/test-post.js';
import { recordStage } from '../handlers/stages.js';
import { settle } from '../handlers/settle.js';
import { inPath, text, uuid } from '../parameters/kinds.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const OF_LEAD = { id: inPath(uuid, 'The id of the lead (svc_lead_id)') };
const OF_SEARCH = { id: inPath(uuid, 'The id of the search (svc_lead_id)') };
const NO_LEAD = 'there is no lead with this id';

/** What somebody does with one lead or search. */
export const LEAD_ACT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    path: `${BASE}/leads/:id/settle`,
    permission: 'settle',
    limit: 'acts',
    parameters: OF_LEAD,
    body: settleBody,
    handle: settle,
    describe: {
      id: 'settle_lead',
      summary: 'Settle a lead',
      description:
        'Says whether the buyer took an unknown or pending lead. It is final. An unknown lead can be settled once its request can no longer be answered. The same person may send it again.',
      schema: 'Settled',
      notFound: NO_LEAD,
      conflict: "the lead can't be settled, or somebody else was first: the message names who and when",
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/leads/:id/return`,
    permission: 'return',
    limit: 'acts',
    parameters: OF_LEAD,
    body: returnBody,
    handle: returnLead,
    describe: {
      id: 'return_lead',
      summary: 'Return a lead',
      description:
        'Records that the buyer sent an accepted lead back. The rules of the buyer say until when, how many of a month, and whether that is only a request, which is reviewed; `override` passes all of them. The same person may send it again.',
      schema: 'Returned',
      notFound: NO_LEAD,
      conflict: 'a rule refuses it, or somebody returned it before: the message names who and when',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/leads/:id/decide-return`,
    permission: 'return',
    limit: 'acts',
    parameters: OF_LEAD,
    body: decideReturnBody,
    handle: decideReturn,
    describe: {
      id: 'decide_return',
      summary: 'Accept or decline a return request',
      description:
        'Decides what the buyer asked for, up to its deadline. An accepted one is booked as a return of today; it can be undone. A declined one can be asked for once more, with new evidence. The same person may send it again.',
      schema: 'ReturnDecided',
      notFound: NO_LEAD,
      conflict: 'no request is open, or somebody else decided first: the message names who and when',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/leads/:id/undo-return`,
    permission: 'return',
    limit: 'acts',
    parameters: OF_LEAD,
    body: whyBody,
    handle: undoReturn,
    describe: {
      id: 'undo_return',
      summary: 'Undo the return of a lead',
      description:
        'For a mistaken return. The sale counts in its caps again. Its claims are taken back if they are still free. The lead can be returned again. The same person may send it again.',
      schema: 'ReturnUndone',
      notFound: NO_LEAD,
      conflict: 'no return stands, or somebody else undoes it already',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/leads/:id/stages`,
    permission: 'stages:write',
    limit: 'acts',
    parameters: OF_LEAD,
    body: stageBody,
    handle: recordStage,
    describe: {
      id: 'record_stage',
      summary: 'Record what became of a sold lead',
      description:
        'A stage after the sale, such as `enrolled`, or its correction. Stages may come in any order. The same call may be sent again.',
      schema: 'StageRecorded',
      notFound: 'there is no sold lead with this id',
      conflict: 'the sale is too long ago, or the stage is being changed at this moment',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/leads/:id/reveal`,
    permission: 'pii:read',
    reads: 'leads:read',
    limit: 'acts',
    parameters: OF_LEAD,
    body: whyBody,
    handle: revealLead,
    describe: {
      id: 'reveal_lead',
      summary: 'Read a lead with its personal data',
      description: 'As `GET` of the lead, unmasked. The audit log has who read which lead, and why.',
      schema: 'Lead',
      notFound: NO_LEAD,
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/leads/:id/exchanges/reveal`,
    permission: 'pii:read',
    reads: 'leads:read',
    limit: 'acts',
    parameters: OF_LEAD,
    body: whyBody,
    handle: revealLeadExchanges,
    describe: {
      id: 'reveal_exchanges',
      summary: 'Read the requests and answers about a lead as they were',
      description:
        'As `GET` of them, unmasked. Secrets are not in it. The audit log has who read them, and why, as `lead.reveal`.',
      schema: 'Exchanges',
      notFound: NO_LEAD,
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/leads/:id/test-post`,
    permission: 'settle',
    limit: 'acts',
    parameters: OF_LEAD,
    body: testPostBody,
    handle: testPostLead,
    describe: {
      id: 'test_post_lead',
      summary: 'Try the offer of a lead again with a made-up person',
      description:
        "Makes the request that the offer would get now, for a made-up person that fits its rules; nothing of the lead is in it. With `send` it goes to the offer's test address, never to the live one.",
      schema: 'TestPost',
      notFound: NO_LEAD,
      conflict: "the offer has no test address, or the request can't be made or sent",
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/offers/:handle/test-post`,
    permission: 'settle',
    limit: 'acts',
    parameters: { handle: inPath(text('lakeshore-nursing'), 'Handle or id') },
    body: testPostBody,
    handle: testPostOffer,
    describe: {
      id: 'test_post_offer',
      summary: 'Try an offer with a made-up person',
      description:
        'Makes the request that the offer sends now, for a made-up person that fits its rules. With `send` it goes to its test address, never to the live one.',
      schema: 'TestPost',
      notFound: 'the catalogue has no such offer',
      conflict: "the offer has no test address, or the request can't be made or sent",
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/searches/:id/reveal`,
    permission: 'pii:read',
    reads: 'searches:read',
    limit: 'acts',
    parameters: OF_SEARCH,
    body: whyBody,
    handle: revealSearch,
    describe: {
      id: 'reveal_search',
      summary: 'Read a search with its personal data',
      description: 'As `GET` of the search, unmasked. The audit log has who read which search, and why.',
      schema: 'Search',
      notFound: 'there is no search with this id',
    },
  }),
];
