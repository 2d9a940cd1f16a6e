import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLONE_DIR } from '../processes/clone-dir.js';

const FILE = '.leadkeep/identity-secret';

/**
 * The secret that keys the identity hashes: from the environment, else the clone's own. That is created once and kept,
 * since the database depends on it. `say` gets a message when it is created.
 */
export function identitySecret(env: NodeJS.ProcessEnv, say: (line: string) => void): string {
  const given = env['IDENTITY_SECRET'];
  if (given) return given;
  const file = join(CLONE_DIR, FILE);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = randomBytes(36).toString('base64');
  mkdirSync(join(CLONE_DIR, '.leadkeep'), { recursive: true });
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  say(
    `IDENTITY_SECRET is not set: a new one is kept in ${FILE}. Without it no duplicate would be recognized.`,
  );
  return secret;
}
