import { isKeyValid } from '../keys/stored-key.js';
import type { Permission } from './permissions.js';
import type { KeyIssuer, OperatorKey } from './operator-key.js';

interface Issued {
  readonly issued_by: KeyIssuer;
  readonly rotated_by?: KeyIssuer;
}

/**
 * The valid keys that a person has seen, because they issued or rotated them, and those that were issued or rotated with
 * one of these keys. They go on when the person is removed. `keys`: all, also those that have ended, since valid ones may have been issued with them.
 */
export function keysOfPerson(
  personId: string,
  keys: readonly OperatorKey[],
  now: Date,
): readonly OperatorKey[] {
  const isTheirs = issuedByPerson(personId, keys);
  return keys.filter((key) => isKeyValid(key, now) && isTheirs(key));
}

/** Those of a person's keys that may do what the person may not. */
export const keysBeyond = (
  permissions: readonly Permission[],
  keys: readonly OperatorKey[],
): readonly OperatorKey[] =>
  keys.filter(({ scopes }) => scopes.some((scope) => !permissions.includes(scope)));

/** Tells whether a person issued something, themself or with one of their keys. `keys`: as of `keysOfPerson`. */
export function issuedByPerson(personId: string, keys: readonly OperatorKey[]): (issued: Issued) => boolean {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const isBy = (by: KeyIssuer | undefined): boolean => {
    if (by?.kind !== 'operator_key') return by?.kind === 'person' && by.id === personId;
    const used = byId.get(by.id);
    return used !== undefined && isTheirs(used);
  };
  const isTheirs = ({ issued_by, rotated_by }: Issued): boolean => isBy(issued_by) || isBy(rotated_by);
  return isTheirs;
}
