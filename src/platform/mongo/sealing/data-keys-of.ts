import type { DataKeys } from '../../secrets/data-keys.js';

const keysOf = new WeakMap<object, DataKeys>();

/** From now on the stores of this connection seal and open with these keys. */
export function useDataKeys(connection: object, keys: DataKeys): void {
  keysOf.set(connection, keys);
}

/** Undefined in a process that was started without keys. It seals and opens nothing. */
export const dataKeysOf = (connection: object): DataKeys | undefined => keysOf.get(connection);
