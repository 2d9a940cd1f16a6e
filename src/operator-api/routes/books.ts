import { adjustBody, markBody, unmarkBody } from '../bodies/books.js';
import {
  adjust,
  closePeriod,
  BOOK_ENTRIES_PARAMETERS,
  exportEntries,
  listPeriods,
  MONTH_PARAMETERS,
} from '../handlers/books.js';
import { listMonthStatements, mark, unmark } from '../handlers/month-statements.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

/** The books: months, adjustments, entries. */
export const BOOK_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/periods`,
    permission: 'statements:read',
    limit: 'reads',
    parameters: {},
    handle: listPeriods,
    describe: {
      id: 'list_periods',
      summary: 'List the months of the books',
      description: 'From the first month to the current one. Empty: the books have no entries yet.',
      schema: 'PeriodList',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/periods/:month/close`,
    permission: 'books:close',
    limit: 'acts',
    parameters: MONTH_PARAMETERS,
    handle: closePeriod,
    describe: {
      id: 'close_period',
      summary: 'Close a month',
      description:
        'Its statements get numbers and never change again. Months are closed in order. `waiting`: entries are still owed after 10 seconds, so call it again to go on.',
      schema: 'PeriodClosed',
      conflict: 'the month is not over, or it is not the next one',
    },
  }),
  route({
    path: `${BASE}/periods/:month/statements`,
    permission: 'statements:read',
    limit: 'reports',
    parameters: MONTH_PARAMETERS,
    handle: listMonthStatements,
    describe: {
      id: 'list_statements',
      summary: 'List the statements of a month',
      description:
        'Every buyer and affiliate with lines in the month, with its net, when that is due, and whether its statement was sent and paid.',
      schema: 'StatementList',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/statements/mark`,
    permission: 'statements:mark',
    limit: 'acts',
    parameters: {},
    body: markBody,
    handle: mark,
    describe: {
      id: 'mark_statements',
      summary: 'Mark statements as sent or paid',
      description:
        'Of closed months. The same call again changes nothing. A mark that says something else stays: take it back first.',
      schema: 'StatementsMarked',
      notFound: "a number isn't one of a closed month; nothing was marked",
      conflict: 'all of them have another mark of this kind',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/statements/unmark`,
    permission: 'statements:mark',
    limit: 'acts',
    parameters: {},
    body: unmarkBody,
    handle: unmark,
    describe: {
      id: 'unmark_statements',
      summary: 'Take a mark of statements back',
      description: 'The audit log keeps both. The same call again changes nothing.',
      schema: 'StatementsMarked',
      notFound: "a number isn't one of a closed month; nothing was changed",
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/adjustments`,
    permission: 'books:adjust',
    limit: 'acts',
    parameters: {},
    body: adjustBody,
    handle: adjust,
    describe: {
      id: 'adjust_books',
      summary: 'Book a discount, a bonus or a correction',
      description:
        "It goes on the next statement of the buyer or affiliate. Each party's references are unique, so repeating the call books nothing twice.",
      schema: 'Adjusted',
      conflict: "the reference is taken by another amount, or the lead is not the party's",
    },
  }),
  route({
    path: `${BASE}/entries.csv`,
    permission: 'statements:read',
    limit: 'reports',
    parameters: BOOK_ENTRIES_PARAMETERS,
    handle: exportEntries,
    describe: {
      id: 'export_entries',
      summary: 'Export entries of the books as CSV',
      description:
        'With both sides, for you alone: no party may see the other side. The audit log has each export.',
      schema: 'csv',
    },
  }),
];
