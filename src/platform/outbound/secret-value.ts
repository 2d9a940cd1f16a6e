import type { SecretValues } from '../../app/ports/secret-store.js';
import { SECRET_NAME } from '../../core/catalogue/named-secrets.js';
import { readSecretFile, secretFileNames } from '../process/secret-file.js';
import { SETTING_NAMES } from '../process/settings.js';

/** The prefix of environment variables that a catalogue may name. */
const SPACE = 'LEADKEEP_SECRET_';

/** Whether this is the name of a setting, which no catalogue can name. */
export const isSetting = (name: string): boolean => SETTING_NAMES.includes(name);

interface Opened {
  readonly values: ReadonlyMap<string, SecretValues>;
  /** The names of those that were used. */
  readonly used: Set<string>;
}

/** What was opened of the stored secrets for an environment, by the name of the process: `web` may serve the console, too. */
const STORED = new WeakMap<NodeJS.ProcessEnv, Map<string, Opened>>();

const storedFor = (env: NodeJS.ProcessEnv, name: string): Opened | undefined =>
  [...(STORED.get(env)?.values() ?? [])].find(({ values }) => values.has(name));

/** From now on these count for `env`, where it has no value of its own. Returns the names of those used until now. */
export function useStoredSecrets(
  env: NodeJS.ProcessEnv,
  processName: string,
  values: Opened['values'],
): readonly string[] {
  const opened = STORED.get(env) ?? new Map<string, Opened>();
  const used = opened.get(processName)?.used ?? [];
  STORED.set(env, opened.set(processName, { values, used: new Set() }));
  return [...used];
}

/**
 * The value of a secret that a catalogue names. It is read at each use: from the file of that name in `SECRETS_DIR`,
 * so that a new file needs no restart, else from the environment as `LEADKEEP_SECRET_NAME`, else from the stored ones.
 * Blanks around the value are dropped, and a blank value counts as not set. A catalogue can't reach any other variable or
 * any setting, because its author chooses where the value is sent.
 */
export const secretValue = (name: string, env: NodeJS.ProcessEnv): string | undefined =>
  isSetting(name) ? undefined : (ownValue(name, env) ?? storedFor(env, name)?.values.get(name)?.value);

function ownValue(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const value = (readSecretFile(name, env).text ?? env[`${SPACE}${name}`] ?? '').trim();
  return value === '' ? undefined : value;
}

/** The names of the secrets that `env` has a value of, as files and as variables. */
export function ownSecretNames(env: NodeJS.ProcessEnv): { files: string[]; variables: string[] } {
  const isOwn = (name: string): boolean =>
    SECRET_NAME.test(name) && !isSetting(name) && ownValue(name, env) !== undefined;
  const files = secretFileNames(env).filter(
    (name) => isOwn(name) && readSecretFile(name, env).text !== undefined,
  );
  const variables = Object.keys(env).flatMap((key) => (key.startsWith(SPACE) ? key.slice(SPACE.length) : []));
  const inFiles = new Set(files);
  return {
    files: files.sort(),
    variables: variables.filter((name) => isOwn(name) && !inFiles.has(name)).sort(),
  };
}

/** The value before, which a caller may still sign with. Undefined if there is none. */
export const previousValue = (name: string, env: NodeJS.ProcessEnv): string | undefined =>
  ownValue(name, env) === undefined ? storedFor(env, name)?.values.get(name)?.previous : undefined;

/** Notes that the process sends this secret, or checks or makes a signature with it. */
export function noteUse(name: string, env: NodeJS.ProcessEnv): void {
  storedFor(env, name)?.used.add(name);
}

/**
 * What is wrong with a secret that has no value, to follow its name: where it must be set, that its file can't be read,
 * or that it is still set under its old name.
 */
export function unsetWords(name: string, env: NodeJS.ProcessEnv): string {
  if (isSetting(name)) return 'is a setting, which no catalogue can name';
  const { fault, file = '' } = readSecretFile(name, env);
  if (fault !== undefined) return `is not set: its file ${file} (SECRETS_DIR) can't be read (${fault})`;
  // A name may be one of those that every object has, like `constructor`.
  if (Object.hasOwn(env, name) && (env[name] ?? '').trim() !== '')
    return `is not set: rename the variable ${name} to ${SPACE}${name}`;
  return `is not set (${file === '' ? '' : `the file ${file}, or `}${SPACE}${name})`;
}

/** Why a catalogue may not name this secret. Undefined if it may. */
export const secretNameProblem = (name: string): string | undefined =>
  isSetting(name) ? `names ${name}, a setting of Leadkeep, which is sent to nobody` : undefined;
