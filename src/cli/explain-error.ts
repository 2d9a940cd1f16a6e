import { ActRefused } from '../app/act-refused.js';
import { isOutage, MissingDataKeyError } from '../app/outage.js';
import { ApiFault } from '../http/api-fault.js';
import { SettingsError } from '../platform/process/settings.js';
import { CliError } from './cli-error.js';

/** Explains any error in one sentence, without a stack trace. */
export function explainError(error: unknown): string {
  if (error instanceof CliError || error instanceof ActRefused || error instanceof SettingsError)
    return error.message;
  if (error instanceof ApiFault) return error.words.message.replace(/\.$/, '');
  if (error instanceof MissingDataKeyError)
    return `The data key ${error.key} is not available: set DATA_KEYS, or DATA_KEYS_FILE, to all keys of your installation`;
  if (isOutage(error))
    return 'The connection to MongoDB or Redis was lost; run the command again when the server is back';
  if (error instanceof Error) return `Unexpected error: ${error.name}: ${error.message}`;
  return `Unexpected error: ${String(error)}`;
}
