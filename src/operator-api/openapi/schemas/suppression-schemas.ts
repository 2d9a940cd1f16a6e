import { orNull, ref, text } from '../../../http/openapi/json-schema.js';
import { count, exactly, flag, listOf, maybe, oneOf, time } from './parts.js';

const entries = listOf(ref('schemas', 'Suppression'));

export const suppressionSchemas = {
  SuppressionList: exactly({ count: count('Of all entries, roughly'), entries }),
  Suppressions: exactly({ entries }),
  Suppression: exactly({
    id: text('A keyed hash, and for whom it holds'),
    kind: oneOf(['email', 'email_md5', 'phone', 'domain']),
    scope: oneOf(['all', 'buyer', 'affiliate']),
    party: maybe('Named'),
    reason: text(),
    source: text('A list, an affiliate, a buyer, or `operator`'),
    added_at: time(),
    added_by: text(),
    expires_at: orNull(time()),
  }),
  ImportedSuppressions: exactly({
    dry_run: flag(),
    taken: count('Lines with a value that is on the list now, or would be'),
    removed: count(
      'Lines of a list of changes that take off what its source put there (`D`), whether it had or not',
    ),
    faulty: count('Lines that can’t be read'),
    faults: listOf(exactly({ line: count(), fault: text() }), 'The first 1,000 of them'),
  }),
  RemovedSuppressions: exactly({ removed: count('How many entries there were') }),
};
