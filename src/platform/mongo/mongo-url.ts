import { mongo } from 'mongoose';
import { SettingsError } from '../process/settings-error.js';

/** The allowed values of an option of MONGO_URL: any value, or those of the list (of several, each). */
type Allowed = 'anything' | readonly string[];

/**
 * The options that MONGO_URL may have (docs/reference/settings.md). Of the driver's other options, some could break a guarantee
 * (reads from a secondary, writes that are not on disk). Leadkeep sets some itself (time limits). Others weaken TLS. Other
 * compressors and mechanisms need modules that the driver looks for at the first command, and that are not installed.
 */
export const MONGO_URL_OPTIONS: Readonly<Record<string, Allowed>> = {
  authSource: 'anything',
  authMechanism: ['DEFAULT', 'SCRAM-SHA-256', 'SCRAM-SHA-1', 'MONGODB-X509', 'MONGODB-OIDC', 'PLAIN'],
  authMechanismProperties: 'anything',
  tls: 'anything',
  ssl: 'anything',
  tlsCAFile: 'anything',
  tlsCertificateKeyFile: 'anything',
  tlsCertificateKeyFilePassword: 'anything',
  replicaSet: 'anything',
  srvServiceName: 'anything',
  srvMaxHosts: 'anything',
  appName: 'anything',
  compressors: ['zlib', 'none'],
  zlibCompressionLevel: 'anything',
  maxPoolSize: 'anything',
  minPoolSize: 'anything',
  maxConnecting: 'anything',
  maxIdleTimeMS: 'anything',
  retryWrites: 'anything',
  retryReads: 'anything',
  directConnection: ['false'],
  w: ['majority'],
  journal: ['true'],
  readPreference: ['primary'],
  readConcernLevel: ['majority'],
};

const BY_LOWER_CASE = new Map(
  Object.entries(MONGO_URL_OPTIONS).map(([name, allowed]) => [name.toLowerCase(), { name, allowed }]),
);

/** Matches the scheme, user name and password, hosts, and the rest, split as the driver splits them. */
const PARTS = /^[^/]+:\/\/(?:[^:@]*(?::[^@]*)?@)?[^/?@]*(?<rest>.*)$/s;

/**
 * What is wrong with the options of an address that the driver can read, as the end of a sentence. Undefined if
 * nothing is wrong. Quotes no value.
 */
export function wrongMongoOption(url: string): string | undefined {
  const rest = PARTS.exec(url)?.groups?.['rest'] ?? '';
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(rest) ?? [];
  for (const [given, value] of new URLSearchParams(query)) {
    const option = BY_LOWER_CASE.get(given.toLowerCase());
    if (!option) return `its option ${printable(given)} is none of those in docs/reference/settings.md`;
    const { allowed } = option;
    if (allowed !== 'anything' && !value.split(',').every((one) => allowed.includes(one)))
      return `its option ${option.name} can only be ${allowed.join(' or ')}`;
  }
  return undefined;
}

/**
 * Whether an unescaped character of a user name or password ends it too early, so that the rest would be taken for a host or a
 * database, and shown as one.
 */
function isLoginUnescaped(url: string): boolean {
  const [, authority = '', rest = ''] = /^[^:]+:\/\/([^/?#]*)([^?]*)/s.exec(url) ?? [];
  const [login = '', ...others] = authority.split('@');
  return (
    others.length > 1 || rest.includes('@') || (others.length === 1 && /%(?![0-9a-f]{2})|:.*:/i.test(login))
  );
}

const printable = (name: string): string => (/^[A-Za-z]{1,40}$/.test(name) ? name : '(unreadable)');

/** The name of the database in an address. An address without one means `leadkeep`. */
export function databaseIn(url: string): string {
  const [, name] = /^[^/]+:\/\/[^/]+\/([^?]+)/.exec(url) ?? [];
  if (name === undefined) return 'leadkeep';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** What no server takes in a name of a database. */
const NOT_IN_NAMES = /[\s.$/\\"*<>:|?]/;
const MAX_NAME_BYTES = 63;

/**
 * Throws a SettingsError for an address that can't be read, or that would break a guarantee. The driver reads the address when
 * it creates a client, and may throw any kind of error.
 */
export function checkAddress(url: string): void {
  const wrong = unreadable(url) ?? wrongMongoOption(url) ?? wrongDatabase(databaseIn(url));
  if (wrong !== undefined) throw new SettingsError(`Settings: MONGO_URL can't be used: ${wrong}.`);
}

const ESCAPE =
  'write @ / # ? : and % of its user name or password as %40 %2F %23 %3F %3A and %25, or choose a password of letters and digits';

function unreadable(url: string): string | undefined {
  if (isLoginUnescaped(url)) return ESCAPE;
  try {
    new mongo.MongoClient(url);
    return undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'MongoParseError') return withoutValues(error.message, url);
    // Any other message may quote hosts, and an unescaped password can be parsed as a host.
    return wrongMongoOption(url) ?? "its hosts can't be read";
  }
}

const wrongDatabase = (name: string): string | undefined =>
  NOT_IN_NAMES.test(name) || Buffer.byteLength(name) > MAX_NAME_BYTES
    ? 'no database can have the name in it'
    : undefined;

/**
 * Some of the driver's messages end with the given value. And if a password contains an unescaped `@` and `?`, the
 * driver takes the rest of the password for an option and names it.
 */
const withoutValues = (sentence: string, url: string): string =>
  /\?.*@/s.test(url)
    ? 'its password or its options hold characters that are not escaped'
    : sentence.replace(/, got\b.*|(?<=unescaped characters).*/s, '');
