import Joi from 'joi';
import { MAX_MONEY } from '../../core/catalogue/money.js';
import { isCalendarDate } from '../../core/lead/field-value.js';
import { MARK_NAMES } from '../../core/money/marks.js';
import { PARTY_KINDS } from '../../core/money/statement.js';
import { UUID } from '../../core/uuid.js';
import { expecting, shaped } from '../../http/described-schema.js';
import { body, listOf, moment, name, needed, oneOf, why, type BodyOf } from './kinds.js';

const MAX_CENTS = MAX_MONEY * 100;

const reference = () =>
  shaped(
    expecting(
      Joi.string()
        .pattern(/^[\p{L}\p{N}][\p{L}\p{N} ._/#-]{0,99}$/u)
        .custom((text: string) => text.normalize('NFC').trimEnd()),
      'up to 100 letters, digits, spaces and . _ / # -',
    ),
    { minLength: 1, maxLength: 100 },
  );

export type AdjustBody = BodyOf<typeof adjustBody>;
export const adjustBody = body({
  kind: needed(oneOf(PARTY_KINDS, 'Whose amount')),
  handle: needed(name('The handle of the buyer or affiliate')),
  amount_cents: needed(
    expecting(
      Joi.number().integer().min(-MAX_CENTS).max(MAX_CENTS).invalid(0),
      'a whole number of cents, not 0',
    ),
  ).description('What the buyer owes you more, or you owe the affiliate more. Negative: a credit'),
  reference: needed(reference()).description(
    'Your own reference, used once for each party: the same call again books nothing twice',
  ),
  why: needed(why('The reason; the party reads it on its statement')),
  lead_id: shaped(expecting(Joi.string().pattern(UUID), 'a UUID'), { format: 'uuid' }).description(
    'The lead that it is about',
  ),
  at: moment('When it happened; by default now'),
});

const MAX_NUMBERS = 200;
const marked = {
  mark: needed(oneOf(MARK_NAMES, 'Which mark')),
  numbers: needed(
    expecting(
      listOf(name('The number of a closed month’s statement')).min(1).max(MAX_NUMBERS).unique(),
      `1 to ${MAX_NUMBERS} different numbers of statements`,
    ),
  ).description('The numbers of the statements'),
};

export type MarkBody = BodyOf<typeof markBody>;
export const markBody = body({
  ...marked,
  on: expecting(
    Joi.string().custom((text: string, helpers) =>
      isCalendarDate(text) ? text : helpers.error('any.invalid'),
    ),
    'a day like 2026-11-28',
  ).description('The day on which they were sent or paid, in the accounting zone; by default today'),
  reference: reference().description('As of a payment'),
});

export type UnmarkBody = BodyOf<typeof unmarkBody>;
export const unmarkBody = body({ ...marked, why: needed(why('The reason, for the audit log')) });
