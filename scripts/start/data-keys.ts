import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLONE_DIR } from '../processes/clone-dir.js';

const FILE = '.leadkeep/data-keys';

/**
 * The keys that seal personal data: from the environment, else the clone's own. They are created once and kept, since
 * nobody can read the database without them. `say` gets a message when they are created.
 */
export function dataKeys(env: NodeJS.ProcessEnv, say: (line: string) => void): NodeJS.ProcessEnv {
  if (env['DATA_KEYS'] || env['DATA_KEYS_FILE']) return {};
  const file = join(CLONE_DIR, FILE);
  if (existsSync(file)) return { DATA_KEYS: readFileSync(file, 'utf8').trim() };
  const keys = `own:${randomBytes(32).toString('base64')}`;
  mkdirSync(join(CLONE_DIR, '.leadkeep'), { recursive: true });
  writeFileSync(file, `${keys}\n`, { mode: 0o600, flag: 'wx' });
  say(
    `DATA_KEYS is not set: a new one is kept in ${FILE}. Without it nobody can read the people of its leads.`,
  );
  return { DATA_KEYS: keys };
}
