import { isKeyValid } from '../keys/stored-key.js';
import type { OperatorKey } from './operator-key.js';

/**
 * The valid keys that a person issued, and those that were issued with one of these keys. They go on when the person
 * is removed. `keys`: all, also those that have ended, since valid ones may have been issued with them.
 */
export function keysOfPerson(
  personId: string,
  keys: readonly OperatorKey[],
  now: Date,
): readonly OperatorKey[] {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const isTheirs = ({ issued_by: by }: OperatorKey): boolean => {
    if (by?.kind !== 'operator_key') return by?.kind === 'person' && by.id === personId;
    const used = byId.get(by.id);
    return used !== undefined && isTheirs(used);
  };
  return keys.filter((key) => isKeyValid(key, now) && isTheirs(key));
}
