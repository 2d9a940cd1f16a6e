import { readFileSync } from 'node:fs';
import { useDataKeys } from '../mongo/sealing/data-keys-of.js';
import { DataKeysError, parseDataKeys, type DataKeys } from '../secrets/data-keys.js';
import { SettingsError, type Settings } from './settings.js';

type KeySettings = Pick<Settings, 'dataKeys' | 'dataKeysFile'>;

/** The keys of `DATA_KEYS` or of the file `DATA_KEYS_FILE`. Undefined: neither is set. Throws a SettingsError. */
export function dataKeysFrom({ dataKeys, dataKeysFile }: KeySettings): DataKeys | undefined {
  if (dataKeys !== undefined && dataKeysFile !== undefined)
    throw new SettingsError('Settings: DATA_KEYS and DATA_KEYS_FILE must not both be set.');
  if (dataKeys !== undefined) return parse('DATA_KEYS', dataKeys);
  if (dataKeysFile === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(dataKeysFile, 'utf8');
  } catch {
    throw new SettingsError('Settings: DATA_KEYS_FILE names a file that can’t be read.');
  }
  return parse('DATA_KEYS_FILE', text);
}

/** From now on the stores of this connection seal and open with the keys of the settings, if there are any. */
export function sealWith(connection: object, settings: KeySettings): void {
  const keys = dataKeysFrom(settings);
  if (keys) useDataKeys(connection, keys);
}

/** For a process that stores or delivers what names a person: throws a SettingsError without keys. */
export function requireDataKeys(settings: KeySettings): void {
  if (dataKeysFrom(settings) === undefined)
    throw new SettingsError(
      'Settings: DATA_KEYS must be set to the keys that seal personal data, or DATA_KEYS_FILE to a file with them.',
    );
}

function parse(name: string, text: string): DataKeys {
  try {
    return parseDataKeys(text);
  } catch (error) {
    if (error instanceof DataKeysError)
      throw new SettingsError(`Settings: ${name} can’t be used: ${error.message}.`);
    throw error;
  }
}
