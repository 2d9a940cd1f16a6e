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
  const sandbox = {
    OUTBOUND_ALLOW: process.env['OUTBOUND_ALLOW'] ?? '127.0.0.0/8',
    LEADKEEP_SECRET_SANDBOX_TOKEN: process.env['LEADKEEP_SECRET_SANDBOX_TOKEN'] ?? 'sandbox',
    LEADKEEP_SECRET_SANDBOX_HMAC:
      process.env['LEADKEEP_SECRET_SANDBOX_HMAC'] ?? randomBytes(24).toString('hex'),
    LEADKEEP_SECRET_SANDBOX_HOOK: process.env['LEADKEEP_SECRET_SANDBOX_HOOK'] ?? hookSecret(),
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`,
  };
  return {
    ...process.env,
    PORT: process.env['PORT'] ?? '3000',
    IDENTITY_SECRET: identitySecret(process.env, say),
    ...dataKeys(process.env, say),
    ...(withSandbox ? sandbox : {}),
  };
}
