import { isKeyPrefix, KEY_PREFIX_LENGTH, SHORTEST_KEY_PREFIX } from '../core/keys/api-key.js';
import type { ApiKey } from '../core/keys/api-key.js';
import type { KeyStore } from '../app/ports/key-store.js';
import { CliError } from './cli-error.js';

/** Finds the key that begins with `prefix`. Throws a CliError if no key or several keys begin with it. */
export async function findKey(keys: KeyStore, prefix: string): Promise<ApiKey> {
  if (!isKeyPrefix(prefix))
    throw new CliError(
      `PREFIX is the first ${SHORTEST_KEY_PREFIX} to ${KEY_PREFIX_LENGTH} characters of a key, as \`leadkeep key list\` prints them`,
    );
  const [found, another] = await keys.findByPrefix(prefix);
  if (found === undefined) throw new CliError(`No key begins with ${prefix}`);
  if (another !== undefined) throw new CliError(`Several keys begin with ${prefix}; type more characters`);
  return found;
}
