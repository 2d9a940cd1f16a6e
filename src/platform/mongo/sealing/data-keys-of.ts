import type { DataKeys } from '../../secrets/data-keys.js';

const keysOf = new WeakMap<object, DataKeys>();
const notYetSealing = new WeakSet();

/**
 * From now on the stores of this connection seal and open with these keys. `later`: they store leads and searches in
 * clear, because processes of a version from before sealing still read them (`SEALING`).
 */
export function useDataKeys(connection: object, keys: DataKeys, sealing: 'now' | 'later' = 'now'): void {
  keysOf.set(connection, keys);
  if (sealing === 'later') notYetSealing.add(connection);
  else notYetSealing.delete(connection);
}

/** Undefined in a process that was started without keys. It seals and opens nothing. */
export const dataKeysOf = (connection: object): DataKeys | undefined => keysOf.get(connection);

/** Whether leads and searches are sealed when they are stored. */
export const sealsRecords = (connection: object): boolean => !notYetSealing.has(connection);
