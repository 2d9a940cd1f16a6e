import { adjustBody } from '../bodies/books.js';
import {
  adjust,
  closePeriod,
  BOOK_ENTRIES_PARAMETERS,
  exportEntries,
  listPeriods,
  MONTH_PARAMETERS,
} from '../handlers/books.js';
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
      description: 'From the first month to the present one. None: the books have not begun.',
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
        'It stands on the next statement of the buyer or affiliate. A reference is used once for each party, so the same call again books nothing twice.',
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
