import { reportStages, STAGE_REPORT_PARAMETERS } from '../handlers/stages.js';
import { makeReport, REPORT_PARAMETERS } from '../handlers/report.js';
import { statement, statementLines, statementPages, STATEMENT_PARAMETERS } from '../handlers/statement.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

/** Reports and statements. */
export const REPORT_ROUTES: readonly OperatorRoute[] = [
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
        'One row for each combination of the groups. Send from and to, or a range. Leads count in the hour in which they were received, money and returns in the hour of their entry. A report by time alone has every day and hour up to now. Test leads are not in it.',
      schema: 'Report',
    },
  }),
  route({
    path: `${BASE}/stage-report`,
    permission: 'reports:read',
    limit: 'reports',
    parameters: STAGE_REPORT_PARAMETERS,
    handle: reportStages,
    describe: {
      id: 'stage_report',
      summary: 'Report what became of sold leads',
      description:
        'How many of the leads sold on these days reached each stage, with 95% intervals (Wilson). Test leads are not in it. No price, payout, ranking or cap may depend on it: see the documentation.',
      schema: 'StageReport',
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
        "One month's movements of one party and their net. A closed month has a number and is the same whenever it is read; an open one is a draft. Amounts are what a buyer owes us, or what we owe an affiliate; negative ones are credits. The audit log has each export by a key.",
      schema: 'Statement',
      notFound: 'the month has no such buyer or affiliate',
    },
  }),
  route({
    path: `${BASE}/statements/:kind/:handle/:month/lines.csv`,
    permission: 'statements:read',
    limit: 'reports',
    parameters: STATEMENT_PARAMETERS,
    handle: statementLines,
    describe: {
      id: 'statement_lines',
      summary: 'Read the lines of a statement as CSV',
      description: 'As `leadkeep statement --csv` writes them. The audit log has each export.',
      schema: 'csv',
      notFound: 'the month has no such buyer or affiliate',
    },
  }),
  route({
    path: `${BASE}/statements/:kind/:handle/:month/statement.pdf`,
    permission: 'statements:read',
    limit: 'reports',
    parameters: STATEMENT_PARAMETERS,
    handle: statementPages,
    describe: {
      id: 'statement_pdf',
      summary: 'Read a statement as PDF',
      description:
        "A closed month's has the names, addresses and terms of its close. At most 20,000 lines. The audit log has each export.",
      schema: 'pdf',
      notFound: 'the month has no such buyer or affiliate',
      conflict: 'the statement has more lines',
    },
  }),
];
