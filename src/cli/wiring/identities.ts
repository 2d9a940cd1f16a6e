import type { Connection } from 'mongoose';
import type { Identities } from '../../app/ports/identities.js';
import { openSecrets } from '../../platform/mongo/identities/open-secrets.js';
import { readSettings } from '../../platform/process/settings.js';
import { createIdentities } from '../../platform/secrets/identity-secret.js';
import { CliError } from '../cli-error.js';

export { readSettings } from '../../platform/process/settings.js';

/** A command that works for minutes follows a rotation, as processes do. */
const REFRESH_MS = 1_000;

/** `IDENTITY_SECRET`, then those that replaced it. Throws a SettingsError if one is missing or too short. */
export function secretsOf({ IDENTITY_SECRET, IDENTITY_SECRETS }: NodeJS.ProcessEnv): readonly string[] {
  const { identitySecret, identitySecrets } = readSettings({ IDENTITY_SECRET, IDENTITY_SECRETS });
  return [identitySecret, ...identitySecrets];
}

/** Keyed hashes under `IDENTITY_SECRET`, as if it had never been replaced: for preparing a database. */
export const firstIdentitiesOf = (env: NodeJS.ProcessEnv): Identities =>
  createIdentities(secretsOf(env)[0] ?? '');

/**
 * Keyed hashes under the secrets in force in this database, until the connection closes. Throws a SettingsError if
 * `IDENTITY_SECRET` is missing, too short, or not that of the database, and a CliError if another secret is missing.
 */
export async function identitiesOf(env: NodeJS.ProcessEnv, connection: Connection): Promise<Identities> {
  const given = secretsOf(env);
  const secrets = openSecrets(connection, given, { refreshMs: REFRESH_MS });
  connection.once('close', () => {
    secrets.stop();
  });
  await secrets.load();
  const lacking = await secrets.lacking();
  if (lacking !== undefined) throw new CliError(lacking);
  return createIdentities(given[0] ?? '', secrets.inForce);
}
