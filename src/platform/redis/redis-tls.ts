import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type ConnectionOptions } from 'node:tls';
import { AbstractConnector, type Redis } from 'ioredis';
import { SettingsError } from '../process/settings-error.js';

/** How the certificate of a Redis behind TLS is verified. With nothing set, by the authorities that Node knows. */
export interface RedisTlsSettings {
  readonly redisTls?: 'verified' | 'unverified';
  /** The text of a certificate (PEM), or a file with it. */
  readonly redisTlsCa?: string;
  /** SHA-256 of certificates, as Node writes them. */
  readonly redisTlsFingerprint?: readonly string[];
}

export interface RedisTls {
  /** They say how to verify even where NODE_TLS_REJECT_UNAUTHORIZED says otherwise. */
  readonly options: ConnectionOptions;
  /** The certificates that the server may have. Undefined: any that `options` take. */
  readonly fingerprints: readonly string[] | undefined;
}

/** Undefined: the address is one without TLS. Throws a SettingsError if the settings contradict it or each other. */
export function readRedisTls(
  url: string,
  { redisTls, redisTlsCa: ca, redisTlsFingerprint: fingerprints }: RedisTlsSettings,
): RedisTls | undefined {
  const isUnverified = redisTls === 'unverified';
  const given = [
    ...(isUnverified ? ['REDIS_TLS=unverified'] : []),
    ...(ca === undefined ? [] : ['REDIS_TLS_CA']),
    ...(fingerprints === undefined ? [] : ['REDIS_TLS_FINGERPRINT']),
  ];
  const [first = '', second] = given;
  if (!url.startsWith('rediss')) {
    if (first === '') return undefined;
    throw new SettingsError(`Settings: ${first} needs a REDIS_URL that begins with rediss.`);
  }
  if (isUnverified && second !== undefined)
    throw new SettingsError(`Settings: ${first} and ${second} contradict each other, so set one of them.`);
  if (fingerprints && !url.startsWith('rediss:'))
    throw new SettingsError(
      'Settings: REDIS_TLS_FINGERPRINT needs the rediss:// address of one server; for Sentinels or a cluster, set REDIS_TLS_CA.',
    );
  const isByAuthority = ca !== undefined || !(isUnverified || fingerprints);
  return {
    options: {
      rejectUnauthorized: isByAuthority,
      // A server's own certificate is enough, also if somebody else has signed it.
      ...(ca !== undefined && { ca: readCertificates(ca), allowPartialTrustChain: true }),
    },
    fingerprints,
  };
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;

/** Forms of some platforms have no lines, so `\n` may stand for their ends. */
function readCertificates(textOrFile: string): string {
  try {
    const text = textOrFile.includes('-----BEGIN') ? textOrFile : readFileSync(textOrFile, 'utf8');
    const all = text.replaceAll('\\n', '\n').match(CERTIFICATES) ?? [];
    if (all.length === 0) throw new Error('no certificate');
    for (const each of all) new X509Certificate(each);
    return all.join('\n');
  } catch {
    throw new SettingsError(
      'Settings: REDIS_TLS_CA must be the text of a certificate (PEM), or a file with it.',
    );
  }
}

/** The server has another certificate than REDIS_TLS_FINGERPRINT says. Nothing was sent to it. */
class OtherCertificateError extends Error {
  constructor(readonly fingerprint: string) {
    super('the certificate has another fingerprint');
  }
}

interface Place {
  readonly host?: string;
  readonly port?: number;
  readonly disconnectTimeout: number;
}

/**
 * A connector for the driver that takes only certificates with these fingerprints. The driver's own has no place for
 * that: Node asks `checkServerIdentity` only about a certificate that an authority verifies.
 */
export const connectorFor = ({ options, fingerprints }: RedisTls) =>
  class FingerprintConnector extends AbstractConnector {
    readonly #place: Place;

    /** @param place as the driver passes it on, which does not say its type */
    constructor(place: unknown) {
      super((place as Place).disconnectTimeout);
      this.#place = place as Place;
    }

    override connect(): ReturnType<AbstractConnector['connect']> {
      const { host, port } = this.#place;
      this.connecting = true;
      const stream = connect({
        ...(host !== undefined && { host }),
        ...(port !== undefined && { port }),
        ...options,
      });
      this.stream = stream;
      // Before the driver's own listener, which sends the password.
      stream.once('secureConnect', () => {
        const { fingerprint256 } = stream.getPeerCertificate();
        if (!fingerprints?.includes(fingerprint256))
          stream.destroy(new OtherCertificateError(fingerprint256));
      });
      stream.once('error', (error: Error) => {
        this.firstError = error;
      });
      return Promise.resolve(stream);
    }
  };

const faults = new WeakMap<Redis, string>();

/** Why the certificate of Redis is not taken, in a sentence that names what to set. Undefined: it is, or nobody was there. */
export const certificateFault = (redis: Redis): string | undefined => faults.get(redis);

/** Keeps that fault until Redis is there. `hosts`: of the address, for the sentence. */
export function watchCertificate(redis: Redis, hosts: string, { options }: RedisTls): void {
  const note = (error: Error): void => {
    const why = whyNotTaken(error, options.ca !== undefined);
    if (why !== undefined) faults.set(redis, why(hosts));
  };
  redis.on('error', note);
  // Of a single server of a cluster.
  redis.on('node error', note);
  redis.on('ready', () => faults.delete(redis));
}

/** Codes of Node for a certificate that was not verified, and its words, which are all that the driver tells of Sentinels. */
const UNVERIFIED = /SELF_SIGNED|^UNABLE_TO_|^CERT_|^INVALID_CA$|ALTNAME/;
const IN_WORDS =
  /(?:self-signed|unable to (?:get|verify)|does not match) .*certif|certificate (?:has expired|is not)/i;

function whyNotTaken(error: Error, hasCa: boolean): ((hosts: string) => string) | undefined {
  if (error instanceof OtherCertificateError)
    return (hosts) =>
      `REDIS_TLS_FINGERPRINT is not that of the certificate of Redis at ${hosts}, which is ${error.fingerprint}; if the provider has changed the certificate, set the new one`;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!UNVERIFIED.test(code) && !IN_WORDS.test(error.message)) return undefined;
  const said = /(?<=Last error: ).*/s.exec(error.message)?.[0] ?? error.message;
  const why = said.includes('altnames') ? 'it is for another host name' : said;
  return (hosts) =>
    hasCa
      ? `REDIS_TLS_CA does not verify the certificate of Redis at ${hosts} (${why}); if the provider has changed the certificate, set the new one`
      : `REDIS_URL leads to a certificate at ${hosts} that can't be verified (${why}); set REDIS_TLS_CA to it or to its authority's, or REDIS_TLS_FINGERPRINT, or, if the provider gives neither, REDIS_TLS=unverified`;
}

/** What to tell at the start of how Redis is verified. Undefined: as usual. */
export function redisTlsNote({
  redisTls,
  redisTlsCa,
  redisTlsFingerprint,
}: RedisTlsSettings): string | undefined {
  if (redisTls === 'unverified')
    return 'REDIS_TLS is unverified: whoever gets between this process and Redis can read and change what they say';
  const by = [
    ...(redisTlsCa === undefined ? [] : ['REDIS_TLS_CA']),
    ...(redisTlsFingerprint === undefined ? [] : ['REDIS_TLS_FINGERPRINT']),
  ];
  return by.length === 0 ? undefined : `the certificate of Redis is verified by ${by.join(' and ')}`;
}
