import { readSettings, type Settings } from '../../platform/process/settings.js';

/** Validates only these settings with the schema of all settings. An operator's machine does not need the others. */
export const settingsOf = (env: NodeJS.ProcessEnv, own: RegExp): Settings =>
  readSettings({
    ...Object.fromEntries(Object.entries(env).filter(([name]) => own.test(name))),
    IDENTITY_SECRET: 'not used by the command line'.padEnd(32),
  });
