import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CLONE_DIR } from '../processes/clone-dir.js';
import { hookSecret } from '../processes/hook-secret.js';
import { dataKeys } from './data-keys.js';
import { identitySecret } from './identity-secret.js';

/** Reads .env if it exists (variables that are set win), and adds what a start needs. */
export function startEnv(withSandbox: boolean, say: (line: string) => void): NodeJS.ProcessEnv {
  const dotEnv = join(CLONE_DIR, '.env');
  if (existsSync(dotEnv)) process.loadEnvFile(dotEnv);
  return withDefaults(process.env, withSandbox, say);
}

/** What a start needs for what is not set. An empty value counts as not set. */
export function withDefaults(
  env: NodeJS.ProcessEnv,
  withSandbox: boolean,
  say: (line: string) => void,
): NodeJS.ProcessEnv {
  const PORT = env['PORT'] || '3000';
  const sandbox = {
    OUTBOUND_ALLOW: env['OUTBOUND_ALLOW'] || '127.0.0.0/8',
    LEADKEEP_SECRET_SANDBOX_TOKEN: env['LEADKEEP_SECRET_SANDBOX_TOKEN'] || 'sandbox',
    LEADKEEP_SECRET_SANDBOX_HMAC: env['LEADKEEP_SECRET_SANDBOX_HMAC'] || randomBytes(24).toString('hex'),
    LEADKEEP_SECRET_SANDBOX_HOOK: env['LEADKEEP_SECRET_SANDBOX_HOOK'] || hookSecret(),
    PUBLIC_URL: env['PUBLIC_URL'] || `http://127.0.0.1:${PORT}`,
  };
  return {
    ...env,
    PORT,
    IDENTITY_SECRET: identitySecret(env, say),
    ...dataKeys(env, say),
    ...(withSandbox ? sandbox : {}),
  };
}
