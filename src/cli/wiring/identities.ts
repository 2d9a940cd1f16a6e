import type { Identities } from '../../app/ports/identities.js';
import { readSettings } from '../../platform/process/settings.js';
import { createIdentities } from '../../platform/secrets/identity-secret.js';

/** Creates keyed hashes with `IDENTITY_SECRET`. Throws a SettingsError if the secret is missing or too short. */
export const identitiesOf = ({ MONGO_URL, IDENTITY_SECRET }: NodeJS.ProcessEnv): Identities =>
  createIdentities(readSettings({ MONGO_URL, IDENTITY_SECRET }).identitySecret);
