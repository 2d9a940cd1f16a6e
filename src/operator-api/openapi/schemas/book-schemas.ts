import { PARTY_KINDS } from '../../../core/money/statement.js';
import { orNull, ref, text, uuid } from '../../../http/openapi/json-schema.js';
import { count, day, exactly, exactlyWithSome, flag, listOf, maybe, oneOf, time, whole } from './parts.js';

export const bookSchemas = {
  Period: exactly({
    month: text(),
    state: oneOf(['open', 'closing', 'closed']),
    at: orNull(time('When it was closed, or began to close')),
    by: orNull(text('Who closed it')),
  }),
  PeriodList: exactly({ periods: listOf(ref('schemas', 'Period'), 'The first one first') }),
  PeriodClosed: exactly({
    outcome: oneOf(['closed', 'already', 'waiting']),
    sentence: text(),
  }),
  StatementList: exactly({
    month: text(),
    is_closed: flag('False: the statements are drafts, without numbers'),
    currency: text('ISO 4217'),
    time_zone: text('The accounting zone'),
    statements: listOf(ref('schemas', 'ListedStatement'), 'Buyers first, by name'),
  }),
  ListedStatement: exactly({
    number: orNull(text('Null: the month is open')),
    kind: oneOf([...PARTY_KINDS]),
    id: uuid(),
    handle: text(),
    name: text(),
    lines: count(),
    net_cents: whole('What a buyer owes us, or what we owe an affiliate. Negative: a credit'),
    null_amounts: count('Lines without an amount'),
    due_on: orNull(day()),
    is_overdue: flag('It is due before today, and not marked as paid'),
    sent: maybe('StatementMark'),
    paid: maybe('StatementMark'),
  }),
  StatementMark: exactlyWithSome(
    { on: day(), at: time('When it was marked'), by: text('Who marked it') },
    { reference: text('As of a payment') },
  ),
  StatementsMarked: exactly({ changed: count('How many statements changed'), sentence: text() }),
  Adjusted: exactly({
    outcome: oneOf(['booked', 'owed', 'already']),
    period: orNull(text('The month on whose statement it stands; null: it is still to be booked')),
    sentence: text(),
  }),
};
