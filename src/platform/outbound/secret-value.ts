import { readSecretFile } from '../process/secret-file.js';
import { SETTING_NAMES } from '../process/settings.js';

/** The prefix of environment variables that a catalogue may name. */
const SPACE = 'LEADKEEP_SECRET_';

const isSetting = (name: string): boolean => SETTING_NAMES.includes(name);

/**
 * The value of a secret that a catalogue names. It is read at each use: from the file of that name in `SECRETS_DIR`,
 * so that a new file needs no restart, else from the environment as `LEADKEEP_SECRET_NAME`. Blanks around the value
 * are dropped, and a blank value counts as not set. A catalogue can't reach any other variable or any setting,
 * because its author chooses where the value is sent.
 */
export function secretValue(name: string, env: NodeJS.ProcessEnv): string | undefined {
  if (isSetting(name)) return undefined;
  const value = (readSecretFile(name, env).text ?? env[`${SPACE}${name}`] ?? '').trim();
  return value === '' ? undefined : value;
}

/**
 * What is wrong with a secret that has no value, to follow its name: where it must be set, that its file can't be read,
 * or that it is still set under its old name.
 */
export function unsetWords(name: string, env: NodeJS.ProcessEnv): string {
  if (isSetting(name)) return 'is a setting, which no catalogue can name';
  const { fault, file = '' } = readSecretFile(name, env);
  if (fault !== undefined) return `is not set: its file ${file} (SECRETS_DIR) can't be read (${fault})`;
  if ((env[name] ?? '').trim() !== '') return `is not set: rename the variable ${name} to ${SPACE}${name}`;
  return `is not set (${file === '' ? '' : `the file ${file}, or `}${SPACE}${name})`;
}

/** Why a catalogue may not name this secret. Undefined if it may. */
export const secretNameProblem = (name: string): string | undefined =>
  isSetting(name) ? `names ${name}, a setting of Leadkeep, which is sent to nobody` : undefined;
