import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTING_NAMES } from '../process/settings.js';

/** What a variable of the environment begins with that a catalogue may name. */
const SPACE = 'LEADKEEP_SECRET_';

const isSetting = (name: string): boolean => SETTING_NAMES.includes(name);

/**
 * The value of the secret that a catalogue names, looked for at each use: in the file of that name in `SECRETS_DIR`, so
 * that a new one needs no restart, else in the environment as `LEADKEEP_SECRET_NAME`. Blanks around it are dropped, and
 * a blank one counts as not set. No other variable and no setting can be reached: who writes a catalogue chooses where
 * it is sent.
 */
export function secretValue(name: string, env: NodeJS.ProcessEnv): string | undefined {
  if (isSetting(name)) return undefined;
  const value = (inFile(name, env['SECRETS_DIR']) ?? env[`${SPACE}${name}`] ?? '').trim();
  return value === '' ? undefined : value;
}

/** `name` is letters, digits and `_`, so it leads nowhere else. What can't be read is not set. */
function inFile(name: string, folder = ''): string | undefined {
  if (folder.trim() === '') return undefined;
  try {
    return readFileSync(join(folder.trim(), name), 'utf8');
  } catch {
    return undefined;
  }
}

/** What is wrong with a secret that has no value, after its name: where it belongs, or what was set under its old name. */
export function unsetWords(name: string, env: NodeJS.ProcessEnv): string {
  if (isSetting(name)) return 'is a setting, which no catalogue can name';
  if ((env[name] ?? '').trim() !== '') return `is not set: rename the variable ${name} to ${SPACE}${name}`;
  return `is not set (${SPACE}${name})`;
}

/** Why a catalogue may not name it; undefined when it may. */
export const secretNameProblem = (name: string): string | undefined =>
  isSetting(name) ? `names ${name}, a setting of Leadkeep, which is sent to nobody` : undefined;
