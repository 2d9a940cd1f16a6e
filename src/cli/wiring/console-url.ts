import { consoleAddress } from '../../platform/process/console-settings.js';
import { readSettings } from '../../platform/process/settings.js';

/** Where people open the console of this installation. Throws a SettingsError if CONSOLE_URL can't be used. */
export function consoleUrl({ CONSOLE_URL, CONSOLE_PORT }: NodeJS.ProcessEnv): string {
  const IDENTITY_SECRET = 'not used by the command line'.padEnd(32);
  return consoleAddress(readSettings({ CONSOLE_URL, CONSOLE_PORT, IDENTITY_SECRET }));
}
