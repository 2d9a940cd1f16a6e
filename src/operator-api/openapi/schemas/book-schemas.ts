import { orNull, ref, text } from '../../../http/openapi/json-schema.js';
import { exactly, listOf, oneOf, time } from './parts.js';

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
  Adjusted: exactly({
    outcome: oneOf(['booked', 'owed', 'already']),
    period: orNull(text('The month on whose statement it stands; null: it is still to be booked')),
    sentence: text(),
  }),
};
