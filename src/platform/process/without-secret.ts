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
