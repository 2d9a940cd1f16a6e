import { SUBID_FIELDS } from '../../../core/money/entry.js';
import { PARTY_KINDS } from '../../../core/money/statement.js';
import { object, orNull, ref, text, uuid } from '../../../http/openapi/json-schema.js';
import { always, cents, count, exactly, listOf, oneOf, whole } from './parts.js';

const LINE = {
  lead_id: orNull(uuid()),
  kind: oneOf(['sale', 'return', 'return_reversal', 'adjustment']),
  day: text('When it happened, in the accounting zone; also in an earlier month'),
  offer: orNull(text()),
  program: orNull(text()),
  amount_cents: cents('Null: nothing was configured'),
  reason: orNull(text('The code of a return, the words of an adjustment')),
};

export const statementSchemas = {
  Statement: object(
    {
      number: text('Of a closed month'),
      draft: always('Of an open month, instead of a number'),
      party: exactly({
        kind: oneOf([...PARTY_KINDS]),
        handle: text(),
        name: text(),
      }),
      month: text(),
      currency: text('ISO 4217'),
      time_zone: text('The accounting zone'),
      lines: listOf(ref('schemas', 'StatementLine')),
      offers: listOf(ref('schemas', 'OfferTotals')),
      net_cents: whole('Negative: a credit'),
      null_amounts: count('Lines without an amount'),
      open_requests: listOf(
        exactly({
          lead_id: uuid(),
          reference: orNull(text("The buyer's reference")),
          day: text('When the return was requested'),
          reason: text('The code of its reason'),
          amount_cents: cents('The price of the lead'),
        }),
        "Of a buyer's statement: return requests that were open at the end of the month, or are now. They aren't in the net",
      ),
    },
    ['party', 'month', 'currency', 'time_zone', 'lines', 'offers', 'net_cents', 'null_amounts'],
  ),
  OfferTotals: exactly({
    offer: orNull(text('Null: adjustments without a lead')),
    sales: count('Sales'),
    sales_cents: whole('Of sales'),
    returns: whole('Returns, less undone ones'),
    returns_cents: whole('Of returns and undone returns'),
    adjustments_cents: whole('Of adjustments'),
    net_cents: whole('Negative: a credit'),
    null_amounts: count('Lines without an amount'),
  }),
  StatementLine: object(
    {
      ...LINE,
      reference: orNull(text("Of a buyer's lines: its reference. Of adjustments: our own")),
      external_id: text("Of an affiliate's lines: its own id of the lead"),
      ...Object.fromEntries(SUBID_FIELDS.map((name) => [name, text("Of an affiliate's lines")])),
    },
    Object.keys(LINE),
  ),
};
