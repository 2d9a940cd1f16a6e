import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CLONE_DIR } from '../processes/clone-dir.js';
import { freePort } from '../processes/free-port.js';
import { hookSecret } from '../processes/hook-secret.js';
import { CATALOGUE_SANDBOX_URL } from '../processes/start-sandbox.js';
import { dataKeys } from './data-keys.js';
import { identitySecret } from './identity-secret.js';

/**
 * Reads .env if it exists (variables that are set win), and adds what a start needs. An empty variable counts as not set, as
 * for the processes. A free port stands for PORT 0.
 */
export async function startEnv(
  withSandbox: boolean,
  say: (line: string) => void,
): Promise<NodeJS.ProcessEnv> {
  const dotEnv = join(CLONE_DIR, '.env');
  if (existsSync(dotEnv)) process.loadEnvFile(dotEnv);
  const set = (name: string, byDefault: string): string => process.env[name] || byDefault;
  const wanted = set('PORT', '3000');
  const PORT = Number(wanted) === 0 ? String(await freePort()) : wanted;
  const sandbox = {
    OUTBOUND_ALLOW: set('OUTBOUND_ALLOW', '127.0.0.0/8'),
    LEADKEEP_SECRET_SANDBOX_TOKEN: set('LEADKEEP_SECRET_SANDBOX_TOKEN', 'sandbox'),
    LEADKEEP_SECRET_SANDBOX_HMAC: set('LEADKEEP_SECRET_SANDBOX_HMAC', randomBytes(24).toString('hex')),
    LEADKEEP_SECRET_SANDBOX_HOOK: set('LEADKEEP_SECRET_SANDBOX_HOOK', hookSecret()),
    PUBLIC_URL: set('PUBLIC_URL', `http://127.0.0.1:${PORT}`),
  };
  return {
    ...process.env,
    PORT,
    IDENTITY_SECRET: identitySecret(process.env, say),
    ...dataKeys(process.env, say),
    ...(withSandbox ? sandbox : {}),
  };
}

/** Where the sandbox listens: SANDBOX_PORT, or where the demo's catalogue expects it. 0: a free port. */
export const sandboxPort = ({ SANDBOX_PORT }: NodeJS.ProcessEnv): number =>
  Number(SANDBOX_PORT || new URL(CATALOGUE_SANDBOX_URL).port);
