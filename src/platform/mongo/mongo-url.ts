/** The allowed values of an option of MONGO_URL: any value, or one from the list. */
type Allowed = 'anything' | readonly string[];

/**
 * The options that MONGO_URL may have (docs/settings.md). Of the driver's other options, some could break a guarantee
 * (reads from a secondary, writes that are not on disk). Leadkeep sets some itself (time limits). Others weaken TLS.
 */
export const MONGO_URL_OPTIONS: Readonly<Record<string, Allowed>> = {
  authSource: 'anything',
  authMechanism: 'anything',
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
  compressors: 'anything',
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
    if (!option) return `its option ${printable(given)} is none of those in docs/settings.md`;
    if (option.allowed !== 'anything' && !option.allowed.includes(value))
      return `its option ${option.name} can only be ${option.allowed.join(' or ')}`;
  }
  return undefined;
}

const printable = (name: string): string => (/^[A-Za-z]{1,40}$/.test(name) ? name : '(unreadable)');
