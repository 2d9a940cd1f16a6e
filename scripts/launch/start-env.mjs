import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * What a running `npm start` of this clone gives its processes: the command line beside it judges by the same settings.
 * Empty when none runs.
 *
 * @param {string} cloneDir
 * @returns {NodeJS.ProcessEnv}
 */
export function readStartEnv(cloneDir) {
  try {
    return parseEnv(readFileSync(join(cloneDir, '.leadkeep', 'start.env'), 'utf8'));
  } catch {
    // Not there, or another user's: then the command has what its own environment says.
    return {};
  }
}
