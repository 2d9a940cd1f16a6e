import type { CheckSignature } from '../../app/ports/callback-signature.js';
import { SIGNATURE_HEADER, signatureFault } from '../secrets/signature.js';
import { previousValue, unsetWords } from './secret-value.js';
import { resolveSecret } from './secrets.js';

/** Checks signatures with the secrets in `env`, which are read at each callback. */
export const createSignatureCheck =
  (env: NodeJS.ProcessEnv): CheckSignature =>
  ({ delivery: { callback } }, { headers, body }, now) => {
    if (!callback) return undefined;
    const { name, value } = resolveSecret(callback.secret, env);
    if (value === undefined) return { kind: 'secret', name, why: unsetWords(name, env) };
    const faultOf = (secret: string) => signatureFault(headers[SIGNATURE_HEADER], { secret, body, now });
    const previous = previousValue(name, env);
    const kind = faultOf(value);
    return kind && (previous === undefined || faultOf(previous)) ? { kind } : undefined;
  };
