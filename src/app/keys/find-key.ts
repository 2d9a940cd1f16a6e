import { isKeyPrefix, LIVE } from '../../core/keys/api-key.js';
import { isStartOf, shortestStartOf, shownLengthOf } from '../../core/keys/key-format.js';
import type { StoredKey } from '../../core/keys/stored-key.js';
import { OPERATOR_SCHEME } from '../../core/operators/operator-key.js';
import { ActRefused } from '../act-refused.js';

/** How keys of a kind begin, their name in the audit log, and the command that manages them. */
export interface KeyKind {
  readonly name: 'key' | 'operator_key';
  readonly command: 'key' | 'operator-key';
  readonly scheme: string;
  readonly isStart: (text: string) => boolean;
}

export const API_KEYS: KeyKind = { name: 'key', command: 'key', scheme: LIVE, isStart: isKeyPrefix };
export const OPERATOR_KEYS: KeyKind = {
  name: 'operator_key',
  command: 'operator-key',
  scheme: OPERATOR_SCHEME,
  isStart: (text) => isStartOf(OPERATOR_SCHEME, text),
};

/** Finds the key that begins with `prefix`. Throws ActRefused if no key or several keys begin with it. */
export async function findKey<Key extends StoredKey>(
  { command, scheme, isStart }: KeyKind,
  keys: { findByPrefix(prefix: string): Promise<Key[]> },
  prefix: string,
): Promise<Key> {
  if (!isStart(prefix))
    throw new ActRefused(
      'invalid',
      `PREFIX is the first ${shortestStartOf(scheme)} to ${shownLengthOf(scheme)} characters of a key, as \`leadkeep ${command} list\` prints them`,
      'prefix',
    );
  const [found, another] = await keys.findByPrefix(prefix);
  if (found === undefined) throw new ActRefused('unknown', `No key starts with ${prefix}`, 'prefix');
  if (another !== undefined)
    throw new ActRefused('invalid', `Several keys start with ${prefix}. Enter more characters`, 'prefix');
  return found;
}
