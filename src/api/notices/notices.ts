import type { KeyWarning, NormalizedField } from '../../core/envelope.js';
import type { Call } from '../call.js';
import { similarKeys } from './similar-keys.js';

interface Notices {
  readonly warnings?: readonly KeyWarning[];
  readonly normalized?: readonly NormalizedField[];
}

/**
 * What an answer says of the request besides the outcome: fields that were changed before use, and keys that nothing
 * reads. They belong to the call, so they are not stored.
 */
export function noticesOf(
  { body, reading: { normalized } }: Pick<Call<Readonly<Record<string, unknown>>>, 'body' | 'reading'>,
  known: readonly string[],
): Notices {
  const warnings = similarKeys(body, known);
  return {
    ...(warnings.length > 0 && { warnings }),
    ...(normalized.length > 0 && { normalized }),
  };
}
