import { createCallbackTokens, createIdentities } from '../secrets/identity-secret.js';
import type { Settings } from './settings.js';
import type { CallbackTokens } from '../../app/ports/callback-tokens.js';
import type { Identities } from '../../app/ports/identities.js';

const refuse = (): never => {
  throw new Error('this process was started without IDENTITY_SECRET');
};

/** What throws in a process that was started without IDENTITY_SECRET. */
export const WITHOUT_SECRET: { readonly identities: Identities; readonly callbacks: CallbackTokens } = {
  identities: { keysOf: refuse, keyedHash: refuse, fingerprint: '' },
  callbacks: { tokenOf: refuse, leadOf: refuse, urlOf: refuse },
};

/** What hashes and signs with the secret of a process. Undefined: it was started without one. */
export const keyedBy = ({ identitySecret, publicUrl }: Pick<Settings, 'identitySecret' | 'publicUrl'>) =>
  identitySecret === undefined
    ? undefined
    : {
        identities: createIdentities(identitySecret),
        callbacks: createCallbackTokens(identitySecret, publicUrl),
      };
