import type { Connection } from 'mongoose';
import { OutageError } from '../../../app/outage.js';
import { isDriverOutage } from '../../process/outage.js';
import { SettingsError } from '../../process/settings-error.js';
import { identitySecret, type SecretsInForce } from '../../secrets/secrets-in-force.js';
import { readSecrets, type StoredSecrets } from './stored-secrets.js';

/** A process acts on what it read of the secrets for this long, and then no more. A rotation waits longer. */
export const OLDEST_SECRETS_MS = 10_000;

/** The secrets of a process, in the order that the database has been told. */
export interface OpenSecrets {
  /** Throws an OutageError if this process does not know now which secrets are in force, or lacks one of them. */
  readonly inForce: () => SecretsInForce;
  /** Reads what the database has been told. Throws a SettingsError if IDENTITY_SECRET is not its first secret. */
  load(): Promise<void>;
  /** Which secret this process lacks, in a few words. */
  lacking(): Promise<string | undefined>;
  stop(): void;
}

/**
 * Follows the secrets in force. It reads them beside all work, every `refreshMs`, so no call costs more. A process that
 * could not read them for 10 s makes no key: it might make one that another process does not look at any more.
 */
export function openSecrets(
  connection: Connection,
  given: readonly string[],
  { refreshMs }: { readonly refreshMs: number },
): OpenSecrets {
  const own = new Map(given.map(identitySecret).map((secret) => [secret.check, secret]));
  const [first] = own.keys();
  let known: SecretsInForce | undefined;
  let missing: readonly string[] = [];
  let readAt = -Infinity;

  async function load(): Promise<void> {
    const at = performance.now();
    const stored = (await readSecrets(connection)) ?? firstOf(first ?? '');
    if (stored.checks[0] !== first) throw wrongSecret();
    missing = stored.checks.filter((check) => !own.has(check));
    const secrets = stored.checks.flatMap((check) => own.get(check) ?? []);
    known = missing.length === 0 ? { secrets, ...levelsOf(stored), ended: stored.ended } : undefined;
    readAt = at;
  }

  const follow = setInterval(() => {
    // The call that needs a key is told of an outage.
    load().catch(() => undefined);
  }, refreshMs);
  follow.unref();
  const lacks = (): string => `IDENTITY_SECRETS lacks ${missing.map(shortCheck).join(', ')}`;
  return {
    load,
    inForce() {
      if (missing.length > 0) throw new OutageError('MongoDB', new Error(lacks()));
      if (!known || performance.now() - readAt > OLDEST_SECRETS_MS)
        throw new OutageError('MongoDB', new Error('the secrets in force were not read'));
      return known;
    },
    async lacking() {
      try {
        await load();
      } catch (error) {
        if (error instanceof SettingsError || !isDriverOutage(error)) throw error;
      }
      return missing.length === 0 ? undefined : lacks();
    },
    stop() {
      clearInterval(follow);
    },
  };
}

const firstOf = (check: string): StoredSecrets => ({ checks: [check], phase: 'settled', ended: [] });

/** By which a person tells secrets apart: `identity-secret status` shows it for each. */
export const shortCheck = (check: string): string => check.slice(0, 8);

export const wrongSecret = (): SettingsError =>
  new SettingsError(
    'Settings: IDENTITY_SECRET is not the secret under which this database was filled, so no duplicate would be found.',
  );

/** Before the last level is alone, both are made, and single hashes are those that everybody can compare. */
export function levelsOf({
  checks,
  phase,
}: Pick<StoredSecrets, 'checks' | 'phase'>): Pick<SecretsInForce, 'makes' | 'current'> {
  const top = checks.length - 1;
  return phase === 'both' ? { makes: [top - 1, top], current: top - 1 } : { makes: [top], current: top };
}
