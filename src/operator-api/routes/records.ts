import { whyBody } from '../bodies/lead-acts.js';
import { CSV_PARAMETERS, leadsCsv, list, LIST_PARAMETERS, revealedCsv } from '../handlers/list-leads.js';
import { readExchanges } from '../handlers/exchanges.js';
import { readLead, readSearch } from '../handlers/records.js';
import { returnRequests } from '../handlers/return.js';
import { inPath, uuid } from '../parameters/kinds.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

/** Leads and searches. */
export const RECORD_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/leads`,
    permission: 'leads:read',
    limit: 'reads',
    parameters: LIST_PARAMETERS,
    handle: list,
    describe: {
      id: 'list_leads',
      summary: 'List leads',
      description:
        'The leads that match every filter, without personal data. A lead that is submitted again is received again, so it is among the newest.',
      schema: 'LeadList',
    },
  }),
  route({
    path: `${BASE}/leads.csv`,
    permission: 'leads:read',
    limit: 'reports',
    parameters: CSV_PARAMETERS,
    handle: leadsCsv,
    describe: {
      id: 'export_leads',
      summary: 'Export leads as CSV',
      description:
        "All leads that match every filter, newest first, sent as they are read. Names, e-mail addresses, phone numbers and ZIP codes are masked. Texts that a spreadsheet would run as a formula have a `'` before them.",
      schema: 'csv',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/leads.csv`,
    permission: 'pii:read',
    reads: 'leads:read',
    limit: 'acts',
    parameters: CSV_PARAMETERS,
    body: whyBody,
    handle: revealedCsv,
    describe: {
      id: 'export_leads_revealed',
      summary: 'Export leads with personal data as CSV',
      description:
        'The same, unmasked. The audit log has who exported which leads, and why, before they are sent: an entry for each 500 of them.',
      schema: 'csv',
    },
  }),
  route({
    path: `${BASE}/leads/:id`,
    permission: 'leads:read',
    limit: 'reads',
    parameters: { id: inPath(uuid, 'The id of the lead (svc_lead_id)') },
    handle: readLead,
    describe: {
      id: 'read_lead',
      summary: 'Read a lead',
      description:
        'What happened to a lead, and why: its decision, attempts, returns and timeline. Personal data is masked unless the key has the scope `pii:read`.',
      schema: 'Lead',
      notFound: 'there is no lead with this id',
    },
  }),
  route({
    path: `${BASE}/return-requests`,
    permission: 'leads:read',
    limit: 'reads',
    parameters: {},
    handle: returnRequests,
    describe: {
      id: 'list_return_requests',
      summary: 'List return requests',
      description:
        'What buyers ask to return, and nobody has decided yet: the reason, the evidence, the money, and the share of returns that the request has a part of.',
      schema: 'ReturnRequestList',
    },
  }),
  route({
    path: `${BASE}/leads/:id/exchanges`,
    permission: 'leads:read',
    limit: 'reads',
    parameters: { id: inPath(uuid, 'The id of the lead (svc_lead_id)') },
    handle: readExchanges,
    describe: {
      id: 'list_exchanges',
      summary: 'List the requests and answers about a lead',
      description:
        'Deliveries, follow-ups, verification steps, callbacks, webhooks and postbacks of the lead, and the partner searches of the search that it came from. Personal data is always masked.',
      schema: 'Exchanges',
      notFound: 'there is no lead with this id',
    },
  }),
  route({
    path: `${BASE}/searches/:id`,
    permission: 'searches:read',
    limit: 'reads',
    parameters: { id: inPath(uuid, 'The id of the search (svc_lead_id)') },
    handle: readSearch,
    describe: {
      id: 'read_search',
      summary: 'Read a search',
      description:
        'Per offer why it was shown or not, and the results of the newest run. Personal data is masked unless the key has the scope `pii:read`.',
      schema: 'Search',
      notFound: 'there is no search with this id',
    },
  }),
];
