import { orNull, ref, text, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { exactly, listOf, time } from './parts.js';

export const bookSchemas: Readonly<Record<string, JsonSchema>> = {
  Period: exactly({
    month: text(),
    state: { type: 'string', enum: ['open', 'closing', 'closed'] },
    at: orNull(time('When it was closed, or began to close')),
    by: orNull(text('Who closed it')),
  }),
  PeriodList: exactly({ periods: listOf(ref('schemas', 'Period'), 'The first one first') }),
  PeriodClosed: exactly({
    outcome: { type: 'string', enum: ['closed', 'already', 'waiting'] },
    sentence: text(),
  }),
  Adjusted: exactly({
    outcome: { type: 'string', enum: ['booked', 'owed', 'already'] },
    period: orNull(text('The month on whose statement it stands; null: it is still to be booked')),
    sentence: text(),
  }),
};
