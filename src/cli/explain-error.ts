import { isOutage } from '../app/outage.js';
import { SettingsError } from '../platform/process/settings.js';
import { CliError } from './cli-error.js';

/** One sentence for whatever went wrong; no stack traces for people. */
export function explainError(error: unknown): string {
  if (error instanceof CliError || error instanceof SettingsError) return error.message;
  if (isOutage(error))
    return 'MongoDB or Redis went away in the middle of it; run the command again when it is back';
  if (error instanceof Error) return `Unexpected fault: ${error.name}: ${error.message}`;
  return `Unexpected fault: ${String(error)}`;
}
