import { list, LIST_PARAMETERS } from './handlers/list-leads.js';
import { readLead, readSearch } from './handlers/records.js';
import { makeReport, REPORT_PARAMETERS } from './handlers/report.js';
import { statement, STATEMENT_PARAMETERS } from './handlers/statement.js';
import { inPath, uuid } from './parameters/kinds.js';
import { route, type OperatorRoute } from './route.js';

const BASE = '/api/v1/operator';

/** All routes of the operator API. Every call takes the same path (`serve-route.ts`); a handler only translates. */
export const ROUTES: readonly OperatorRoute[] = [
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
        'The leads that match every filter, newest first, without personal data. A lead that is submitted again moves to the top.',
      schema: 'LeadList',
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
  route({
    path: `${BASE}/reports`,
    permission: 'reports:read',
    limit: 'reports',
    parameters: REPORT_PARAMETERS,
    handle: makeReport,
    describe: {
      id: 'report',
      summary: 'Report what was searched, sold, returned and earned',
      description:
        'One row for each combination of the groups. Leads count in the hour in which they were received, money and returns on the day of their entry. Test leads are not in it.',
      schema: 'Report',
    },
  }),
  route({
    path: `${BASE}/statements/:kind/:handle/:month`,
    permission: 'statements:read',
    limit: 'reports',
    parameters: STATEMENT_PARAMETERS,
    handle: statement,
    describe: {
      id: 'statement',
      summary: 'Read a statement',
      description:
        "One month's movements of one party and their net. A closed month has a number and is the same whenever it is read; an open one is a draft. Amounts are what a buyer owes us, or what we owe an affiliate; negative ones are credits.",
      schema: 'Statement',
      notFound: 'the month has no such buyer or affiliate',
    },
  }),
];
