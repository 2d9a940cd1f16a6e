import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLONE_DIR } from '../processes/clone-dir.js';
import { describeSettings } from '../../src/platform/settings.js';
import { identitySecret } from './identity-secret.js';

/** What `npm start` gives its processes, for those that a person starts beside them. */
export const ENV_FILE = '.leadkeep/start.env';
/** Every setting but the ports, which are each process's own. */
const SHARED = [...describeSettings().map(({ name }) => name), 'SANDBOX_TOKEN', 'SANDBOX_HMAC'].filter(
  (name) => name !== 'PORT' && name !== 'HEALTH_PORT',
);

/** Reads .env when there is one (what is set already stays), and adds what a start needs. */
export function startEnv(withSandbox: boolean, say: (line: string) => void): NodeJS.ProcessEnv {
  const dotEnv = join(CLONE_DIR, '.env');
  if (existsSync(dotEnv)) process.loadEnvFile(dotEnv);
  const sandbox = {
    OUTBOUND_ALLOW: process.env['OUTBOUND_ALLOW'] ?? '127.0.0.0/8',
    SANDBOX_TOKEN: process.env['SANDBOX_TOKEN'] ?? 'sandbox',
    SANDBOX_HMAC: process.env['SANDBOX_HMAC'] ?? randomBytes(24).toString('hex'),
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`,
  };
  return {
    ...process.env,
    PORT: process.env['PORT'] ?? '3000',
    IDENTITY_SECRET: identitySecret(process.env, say),
    ...(withSandbox ? sandbox : {}),
  };
}

/** Writes the file for `node --env-file`; readable by its owner alone, because a secret is in it. */
export function writeEnvFile(env: NodeJS.ProcessEnv): () => void {
  const file = join(CLONE_DIR, ENV_FILE);
  const text = SHARED.flatMap((name) => (env[name] === undefined ? [] : [`${name}="${env[name]}"\n`])).join(
    '',
  );
  mkdirSync(join(CLONE_DIR, '.leadkeep'), { recursive: true });
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600 });
  return () => {
    // A start beside this one may have put its own in place.
    if (existsSync(file) && readFileSync(file, 'utf8') === text) rmSync(file);
  };
}
