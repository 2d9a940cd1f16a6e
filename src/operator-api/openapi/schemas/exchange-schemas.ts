import { EXCHANGE_KINDS } from '../../../core/exchanges/exchange.js';
import { orNull, ref, text, uuid, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { anyText, count, exactly, listOf, maybe, oneOf, time, whole } from './parts.js';

const headers: JsonSchema<Readonly<Record<string, string>>> = {
  ...{ type: 'object', additionalProperties: anyText() },
};

export const exchangeSchemas = {
  Exchanges: exactly({
    exchanges: listOf(ref('schemas', 'Exchange'), 'Oldest first'),
    nothing_kept: orNull(text('Why the list is empty, in a sentence')),
    personal_data: oneOf(
      ['masked', 'shown'],
      'Masked: the form of what was said, with the names of members but not their values',
    ),
  }),
  Exchange: exactly({
    id: uuid(),
    kind: oneOf(EXCHANGE_KINDS, '`callback` is a call that came to us; we made all others'),
    submission: orNull(whole()),
    attempt: orNull(whole('The attempt that it belongs to; of a verification the one that would follow')),
    offer: maybe('Named', 'Whose buyer or partner was asked'),
    destination: orNull(
      text("The id of the offer, the affiliate's endpoint, or the name of a verification step"),
    ),
    at: time(),
    took_ms: count(),
    outcome: oneOf(['answered', 'never_sent', 'unknown']),
    detail: orNull(text('Why there is no answer')),
    request: exactly({ method: text(), url: text(), headers, body: maybe('KeptText') }),
    answer: orNull(
      exactly(
        {
          status: orNull(
            whole('Null: not even its headers could be read; `body` is all that came, as it came'),
          ),
          ...{ headers, body: ref('schemas', 'KeptText') },
        },
        'If the outcome is unknown: what was received. Null: nothing',
      ),
    ),
  }),
  KeptText: exactly({
    text: text(),
    cut_of: orNull(whole("How many characters it had, if it was too long to keep; null: it's complete")),
  }),
};
