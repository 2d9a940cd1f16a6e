import { join } from 'node:path';
import { CLONE_DIR } from '../../../scripts/processes/clone-dir.js';
import type { THEMES } from '../world/themes.js';

/** The file of a screen's picture. */
export const pictureOf = (screen: string, theme: (typeof THEMES)[number]): string =>
  join(CLONE_DIR, 'docs/pictures', `${screen}-${theme}.svg`);
