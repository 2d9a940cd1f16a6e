import { bulkReturnBody, bulkSettleBody, bulkStageBody } from '../bodies/bulk.js';
import { LEAD_FILE_BYTES } from '../bodies/kinds.js';
import { bulkReturn, bulkSettle, bulkStages } from '../handlers/bulk.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

/** What somebody does with many leads: first a plan, then the same call again that carries it out. */
export const BULK_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    path: `${BASE}/bulk/settle`,
    permission: 'settle',
    limit: 'acts',
    parameters: {},
    body: bulkSettleBody,
    maxBytes: LEAD_FILE_BYTES,
    handle: bulkSettle,
    describe: {
      id: 'settle_leads',
      summary: 'Settle many leads',
      description:
        "By a buyer's file, or every unknown lead of a destination that was received before a moment. Send it with `dry_run` first, then with `only`: the leads of that plan. A file with errors changes nothing, unless you send `skip_errors`. If a call is cut off, send it again: what was done stays done.",
      schema: 'Bulk',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/bulk/return`,
    permission: 'return',
    limit: 'acts',
    parameters: {},
    body: bulkReturnBody,
    maxBytes: LEAD_FILE_BYTES,
    handle: bulkReturn,
    describe: {
      id: 'return_leads',
      summary: 'Return many leads',
      description:
        "By a buyer's file. Send it with `dry_run` first. A file with errors changes nothing, unless you send `skip_errors`. If a call is cut off, send it again: what was done stays done.",
      schema: 'Bulk',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/bulk/stages`,
    permission: 'stages:write',
    limit: 'acts',
    parameters: {},
    body: bulkStageBody,
    maxBytes: LEAD_FILE_BYTES,
    handle: bulkStages,
    describe: {
      id: 'record_stages',
      summary: 'Record what became of many sold leads',
      description:
        "By a buyer's file. Send it with `dry_run` first. Rows with errors are left out, and the others recorded. If a call is cut off, send it again: what was done stays done.",
      schema: 'Bulk',
    },
  }),
];
