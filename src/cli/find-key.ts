import { isKeyPrefix, LIVE } from '../core/keys/api-key.js';
import { isStartOf, shortestStartOf, shownLengthOf } from '../core/keys/key-format.js';
import type { StoredKey } from '../core/keys/stored-key.js';
import { OPERATOR_SCHEME } from '../core/operators/operator-key.js';
import { CliError } from './cli-error.js';

/** How keys of a kind begin, and the command that manages them. */
interface KeyKind {
  readonly command: 'key' | 'operator-key';
  readonly scheme: string;
  readonly isStart: (text: string) => boolean;
}

export const API_KEYS: KeyKind = { command: 'key', scheme: LIVE, isStart: isKeyPrefix };
export const OPERATOR_KEYS: KeyKind = {
  command: 'operator-key',
  scheme: OPERATOR_SCHEME,
  isStart: (text) => isStartOf(OPERATOR_SCHEME, text),
};

/** Finds the key that begins with `prefix`. Throws a CliError if no key or several keys begin with it. */
export async function findKey<Key extends StoredKey>(
  { command, scheme, isStart }: KeyKind,
  keys: { findByPrefix(prefix: string): Promise<Key[]> },
  prefix: string,
): Promise<Key> {
  if (!isStart(prefix))
    throw new CliError(
      `PREFIX is the first ${shortestStartOf(scheme)} to ${shownLengthOf(scheme)} characters of a key, as \`leadkeep ${command} list\` prints them`,
    );
  const [found, another] = await keys.findByPrefix(prefix);
  if (found === undefined) throw new CliError(`No key begins with ${prefix}`);
  if (another !== undefined) throw new CliError(`Several keys begin with ${prefix}; type more characters`);
  return found;
}
