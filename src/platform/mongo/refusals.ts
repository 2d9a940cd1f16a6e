import { mongo } from 'mongoose';
import { OutageError, RefusedError } from '../../app/outage.js';
import { SettingsError } from '../process/settings-error.js';

/** The user may not do it (Unauthorized), or is not who it says (AuthenticationFailed, and Atlas's own code). */
const MAY_NOT = 13;
const NOT_KNOWN: ReadonlySet<unknown> = new Set([18, 8_000]);

/** Whether MongoDB refuses the user of MONGO_URL. That is no outage: nothing but another setting or another right ends it. */
export const isRefused = (error: unknown): boolean =>
  error instanceof RefusedError ||
  (error instanceof mongo.MongoServerError && (error.code === MAY_NOT || NOT_KNOWN.has(error.code)));

/** What an operator does about such an error, as a sentence without values. */
export function refusal(error: unknown): string {
  const cause: unknown = error instanceof OutageError ? error.cause : error;
  const isKnown = (cause as { readonly code?: unknown }).code === MAY_NOT;
  return isKnown
    ? 'MongoDB does not let the user in MONGO_URL read and write its database: give it the role readWrite there, or correct the user or the name of the database'
    : 'MongoDB refuses the user or the password in MONGO_URL: correct them, or authSource, the database that the user belongs to';
}

/** Files that options of MONGO_URL name. */
const FILE_FAULTS: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR']);

/** A SettingsError if MongoDB refuses the user of MONGO_URL. */
export const refusedSetting = (error: unknown): SettingsError | undefined =>
  isRefused(error) ? new SettingsError(`Settings: ${refusal(error)}.`) : undefined;

/** A SettingsError if an error of opening a connection says that MONGO_URL is wrong, so that no waiting helps. */
export function wrongSetting(error: unknown): SettingsError | undefined {
  if (error instanceof SettingsError) return error;
  const refused = refusedSetting(error);
  if (refused) return refused;
  const { code, syscall, name } = error as NodeJS.ErrnoException;
  if (FILE_FAULTS.has(code) && /^(open|read)$/.test(syscall ?? ''))
    return new SettingsError(
      "Settings: MONGO_URL can't be used: a file that its options name can't be read.",
    );
  // The records of a mongodb+srv address, and arguments that the driver looks at when it connects.
  if (/^Mongo(Parse|API|InvalidArgument|MissingCredentials|MissingDependency)Error$/.test(name))
    return new SettingsError(
      `Settings: MONGO_URL can't be used: the driver refuses its options or its DNS records (${name}).`,
    );
  return undefined;
}
