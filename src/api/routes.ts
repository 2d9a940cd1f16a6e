import { bodyOf, noBody, type Route, route } from './route.js';
import { dupeCheck } from './dupe-check/dupe-check.js';
import { dupeCheckSchema } from './schemas/dupe-check-schema.js';
import { searchSchema } from './schemas/search-schema.js';
import { submitSchema } from './schemas/submit-schema.js';
import { results } from './search/results.js';
import { search } from './search/search.js';
import { readLead } from './submit/read-lead.js';
import { submit } from './submit/submit.js';

const KIB = 1024;

/** The whole API. Every call goes the same way (`serve-route.ts`); a handler holds only its own rule. */
export const ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/engine/search',
    operation: 'search',
    read: bodyOf(64 * KIB, searchSchema),
    handle: search,
  }),
  route({
    method: 'GET',
    path: '/api/v1/engine/results/:svc_lead_id',
    operation: 'results',
    read: noBody,
    handle: results,
  }),
  route({
    method: 'POST',
    path: '/api/v1/engine/leads',
    operation: 'submit',
    read: bodyOf(64 * KIB, submitSchema),
    handle: submit,
  }),
  route({
    method: 'GET',
    path: '/api/v1/engine/leads/:svc_lead_id',
    operation: 'results',
    read: noBody,
    handle: readLead,
  }),
  route({
    method: 'POST',
    path: '/api/v1/engine/dupe-check',
    operation: 'dupe_check',
    read: bodyOf(16 * KIB, dupeCheckSchema),
    handle: dupeCheck,
  }),
];

/** For those who run the service: no key, no envelope. */
export const HEALTH_PATHS = ['/healthz', '/readyz', '/metrics'];
