import type { Connection } from 'mongoose';
import { openSecrets, type OpenSecrets } from '../mongo/identities/open-secrets.js';
import { createCallbackTokens } from '../secrets/callback-tokens.js';
import { createIdentities } from '../secrets/identity-secret.js';
import type { Settings } from './settings.js';
import type { CallbackTokens } from '../../app/ports/callback-tokens.js';
import type { Identities } from '../../app/ports/identities.js';

const refuse = (): never => {
  throw new Error('this process was started without IDENTITY_SECRET');
};

/** What throws in a process that was started without IDENTITY_SECRET. */
export const WITHOUT_SECRET: { readonly identities: Identities; readonly callbacks: CallbackTokens } = {
  identities: {
    ...{
      keysOf: refuse,
      keysToFind: refuse,
      withCurrentHashes: refuse,
      keysWithCurrentHashes: refuse,
      keyedHash: refuse,
    },
    ...{ hashesOf: refuse, hashesToFind: refuse, firstHash: refuse, newestHashOf: refuse, same: refuse },
    fingerprint: '',
  },
  callbacks: { tokenOf: refuse, leadOf: refuse, urlOf: refuse },
};

interface KeyedParts {
  readonly secrets: OpenSecrets;
  readonly hashing: { readonly identities: Identities; readonly callbacks: CallbackTokens };
}

type SecretSettings = Pick<Settings, 'identitySecret' | 'identitySecrets' | 'publicUrl' | 'refreshMs'>;

/** What hashes and signs with the secrets of a process. Undefined: it was started without one. */
export function keyedBy(settings: SecretSettings, connection: Connection): KeyedParts | undefined {
  const { identitySecret, identitySecrets, publicUrl, refreshMs } = settings;
  if (identitySecret === undefined) return undefined;
  const secrets = openSecrets(connection, [identitySecret, ...identitySecrets], { refreshMs });
  return {
    secrets,
    hashing: {
      identities: createIdentities(identitySecret, secrets.inForce),
      callbacks: createCallbackTokens(secrets.inForce, publicUrl),
    },
  };
}
