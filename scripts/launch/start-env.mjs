import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * The settings that a running `npm start` of this clone gives its processes, so that commands beside it use the same ones.
 * Empty if none runs.
 *
 * @param {string} cloneDir
 * @returns {NodeJS.ProcessEnv}
 */
export function readStartEnv(cloneDir) {
  try {
    return parseEnv(readFileSync(join(cloneDir, '.leadkeep', 'start.env'), 'utf8'));
  } catch {
    // Missing, or another user's: the command uses only its own environment.
    return {};
  }
}

/**
 * The environment with the settings of a start for what is not set. An empty value counts as not set, also one of `.env`.
 *
 * @param {NodeJS.ProcessEnv} start
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export const besideStart = (start, env) => ({
  ...env,
  ...Object.fromEntries(Object.entries(start).filter(([name]) => !env[name])),
});
