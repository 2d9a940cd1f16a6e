import { SUBID_FIELDS } from '../../../core/money/entry.js';
import { answerSchema } from './answer.js';
import {
  growing,
  object,
  orNull,
  ref,
  text,
  uuid,
  type JsonSchema,
} from '../../../http/openapi/json-schema.js';

const LINE: Readonly<Record<string, JsonSchema>> = {
  lead_id: orNull(uuid('Null: an adjustment of no lead')),
  kind: growing(['sale', 'return', 'return_reversal', 'adjustment'], 'What happened'),
  day: text('When it happened, in the accounting zone; also in an earlier month'),
  offer: orNull(text()),
  program: orNull(text()),
  amount_cents: {
    type: ['integer', 'null'],
    description: 'What you earn; negative: what is taken back. Null: no payout was configured',
  },
  reason: orNull(text('The code of a return, the words of an adjustment')),
};
const CENTS: JsonSchema = { type: 'integer' };
const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
const OFFER: Readonly<Record<string, JsonSchema>> = {
  offer: orNull(text('Null: adjustments without a lead')),
  sales: COUNT,
  sales_cents: CENTS,
  returns: COUNT,
  returns_cents: { ...CENTS, description: 'Of returns and undone returns' },
  adjustments_cents: CENTS,
  net_cents: CENTS,
  null_amounts: COUNT,
};
const HEAD: Readonly<Record<string, JsonSchema>> = {
  party: object({ kind: growing(['affiliate'], 'Whose statement it is'), handle: text(), name: text() }, [
    'kind',
    'handle',
    'name',
  ]),
  month: text(),
  currency: text('ISO 4217'),
  time_zone: text('The accounting zone'),
  lines: { type: 'array', items: ref('schemas', 'StatementLine') },
  offers: { type: 'array', items: ref('schemas', 'OfferTotals') },
  net_cents: { type: 'integer', description: 'The sum of the lines' },
  null_amounts: { type: 'integer', minimum: 0, description: 'Lines without an amount' },
};

export const statementSchemas = (): Record<string, JsonSchema> => ({
  Statement: answerSchema(
    {
      number: text('Of a closed month'),
      draft: { type: 'boolean', description: 'True: of the open month, instead of a number' },
      ...HEAD,
    },
    Object.keys(HEAD),
  ),
  OfferTotals: object(OFFER, Object.keys(OFFER)),
  StatementLine: object(
    {
      ...LINE,
      reference: orNull(text('Of an adjustment: our reference')),
      external_id: text('Your external_id of the lead'),
      ...Object.fromEntries(SUBID_FIELDS.map((name) => [name, text()])),
    },
    Object.keys(LINE),
  ),
});
