import { wordsOfStatement } from '../../../core/messages.js';
import { EXAMPLE_IDS } from '../examples.js';
import type { OperationDescription } from '../operation-description.js';

const STATEMENT_EXAMPLE = {
  code: 'OK',
  status: 'saved',
  reason: 'Statement of a closed month',
  message: 'It no longer changes.',
  success: true,
  retryable: false,
  request_id: EXAMPLE_IDS.request,
  number: '2026-10-affiliate-northwind',
  party: { kind: 'affiliate', handle: 'northwind', name: 'Northwind Media' },
  ...{ month: '2026-10', currency: 'USD', time_zone: 'America/New_York' },
  lines: [
    {
      ...{ lead_id: EXAMPLE_IDS.lead, kind: 'sale', day: '2026-10-20', offer: 'Lakeshore Nursing' },
      ...{ program: 'BSN', amount_cents: 3_600, reason: null, subid: 'spring-24', external_id: 'order-4711' },
    },
  ],
  offers: [
    {
      ...{ offer: 'Lakeshore Nursing', sales: 1, sales_cents: 3_600, returns: 0, returns_cents: 0 },
      ...{ adjustments_cents: 0, net_cents: 3_600, null_amounts: 0 },
    },
  ],
  ...{ net_cents: 3_600, null_amounts: 0 },
};

export const describeStatement: OperationDescription = {
  id: 'statement',
  tag: 'Reconciliation',
  summary: 'Read your statement of a month',
  description:
    'Each line is one movement of your account: a sale, a return (negative), a return that was undone, an adjustment. A closed month has a `number` and never changes; the open month is a `draft`. `Accept: text/csv` answers the same as CSV. Days and months are those of `time_zone`.',
  parameters: [
    {
      name: 'month',
      in: 'path',
      required: true,
      schema: { type: 'string', pattern: '^[1-9][0-9]{3}-(0[1-9]|1[0-2])$' },
      example: '2026-10',
    },
  ],
  examples: {
    closed: { summary: 'A closed month', value: {}, http: 200, answer: STATEMENT_EXAMPLE },
  },
  otherTypes: { 'text/csv': 'One row for each line; the columns are on docs/books.md' },
  outcomes: {
    200: [
      {
        code: 'OK',
        when: 'the month is closed',
        schema: 'Statement',
        members: { ...wordsOfStatement(false) },
      },
      { code: 'OK', when: 'the month is open', schema: 'Statement', members: { ...wordsOfStatement(true) } },
    ],
    404: [
      {
        code: 'NOT_FOUND',
        when: 'the month has not begun, is before your account or before the books, or the key is a test key',
        members: { field: 'month' },
      },
    ],
  },
};
