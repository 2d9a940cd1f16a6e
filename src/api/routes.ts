import { campaign } from './handlers/campaign.js';
import { dupeCheck } from './handlers/dupe-check.js';
import { results, search } from './handlers/search.js';
import { leadFeed } from './handlers/lead-feed.js';
import { statement } from './handlers/statement.js';
import { revoke } from './handlers/revocation.js';
import { readLead, submit } from './handlers/submit.js';
import { describeCampaign } from './openapi/operations/campaign.js';
import { describeDupeCheck } from './openapi/operations/dupe-check.js';
import { describeReadLead } from './openapi/operations/read-lead.js';
import { describeResults } from './openapi/operations/results.js';
import { describeRevocation } from './openapi/operations/revocation.js';
import { describeSearch } from './openapi/operations/search.js';
import { describeSubmit } from './openapi/operations/submit.js';
import { bodyOf, noBody, type Route, route } from './route.js';
import { describeLeadFeed } from './openapi/operations/lead-feed.js';
import { describeStatement } from './openapi/operations/statement.js';
import { dupeCheckSchema } from './schemas/dupe-check-schema.js';
import { searchSchema } from './schemas/search-schema.js';
import { SUBMIT_FORMS, submitSchema } from './schemas/submit-schema.js';

const KIB = 1024;

/** All routes that need an API key. Every call takes the same path (`serve-route.ts`); a handler only translates. */
export const ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/engine/search',
    operation: 'search',
    input: bodyOf(64 * KIB, { SearchRequest: searchSchema }, () => searchSchema),
    handle: search,
    describe: describeSearch,
  }),
  route({
    method: 'GET',
    path: '/api/v1/engine/results/:svc_lead_id',
    operation: 'results',
    input: noBody,
    handle: results,
    describe: describeResults,
  }),
  route({
    method: 'POST',
    path: '/api/v1/engine/leads',
    operation: 'submit',
    input: bodyOf(64 * KIB, SUBMIT_FORMS, submitSchema),
    takesTurns: true,
    takesIdempotencyKey: true,
    handle: submit,
    describe: describeSubmit,
  }),
  route({
    method: 'GET',
    path: '/api/v1/engine/leads',
    operation: 'reconcile',
    input: noBody,
    handle: leadFeed,
    describe: describeLeadFeed,
  }),
  route({
    method: 'GET',
    path: '/api/v1/engine/leads/:svc_lead_id',
    operation: 'results',
    input: noBody,
    handle: readLead,
    describe: describeReadLead,
  }),
  route({
    method: 'POST',
    path: '/api/v1/engine/leads/:svc_lead_id/revocation',
    operation: 'submit',
    input: noBody,
    handle: revoke,
    describe: describeRevocation,
  }),
  route({
    method: 'GET',
    path: '/api/v1/engine/campaigns/:svc_campaign_id',
    operation: 'results',
    input: noBody,
    handle: campaign,
    describe: describeCampaign,
  }),
  route({
    method: 'POST',
    path: '/api/v1/engine/dupe-check',
    operation: 'dupe_check',
    input: bodyOf(16 * KIB, { DupeCheckRequest: dupeCheckSchema }, () => dupeCheckSchema),
    handle: dupeCheck,
    describe: describeDupeCheck,
  }),
  route({
    method: 'GET',
    path: '/api/v1/engine/statements/:month',
    operation: 'reconcile',
    input: noBody,
    handle: statement,
    describe: describeStatement,
  }),
];
