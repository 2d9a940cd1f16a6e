import { join } from 'node:path';
import { CLONE_DIR } from '../../../scripts/processes/clone-dir.js';

/** The file of a screen's picture. */
export const pictureOf = (screen: string): string => join(CLONE_DIR, 'docs/pictures', `${screen}.svg`);
