import { ActRefused } from '../app/act-refused.js';
import { TurnsTaken } from '../app/operators/turns.js';
import { MissingDataKeyError } from '../app/outage.js';
import { BUSY_SECONDS } from '../app/ports/sign-in-ports.js';
import type { ApiFault } from '../http/api-fault.js';
import { fault, rateLimited } from '../http/faults.js';
import { lacksDataKey } from './faults.js';

/** Translates what a use case refuses. Undefined: it is another error. */
export function faultOfAct(error: unknown): ApiFault | undefined {
  if (error instanceof MissingDataKeyError) return lacksDataKey(error.key);
  if (error instanceof TurnsTaken) return rateLimited(BUSY_SECONDS);
  if (!(error instanceof ActRefused)) return undefined;
  const { why, field } = error;
  const message = `${error.message}.`;
  if (why === 'unknown') return fault(404, 'NOT_FOUND', message, field === undefined ? {} : { field });
  if (why === 'conflict') return fault(409, 'MALFORMED_REQUEST', message);
  return field === undefined
    ? fault(400, 'MALFORMED_REQUEST', message)
    : fault(400, 'INVALID_FIELD', message, { field });
}
