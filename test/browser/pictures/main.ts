import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLONE_DIR } from '../../../scripts/processes/clone-dir.js';
import { openWorld } from '../world/open-world.js';
import { goInside, loaded } from '../world/person.js';
import { screensOf } from '../world/screens.js';
import { wear } from '../world/themes.js';
import { pictureOf } from './picture-of.js';

/** `npm run pictures [-- SCREEN …]`: draws the screens of the console, as docs/console.md shows them. */
const DRAW = readFileSync(join(CLONE_DIR, 'test/browser/pictures/draw-page.mjs'), 'utf8');

const wanted = process.argv.slice(2);
// As people have it, so that the pictures stay the same.
const world = await openWorld('http://127.0.0.1:4810');
try {
  const reader = await world.person({ name: 'Vera Stone', roles: ['operator', 'finance', 'admin'] });
  const page = await reader.open('/leads');
  for (const { name, path } of await screensOf(world, reader)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await goInside(page, path);
    await loaded(page);
    // It has its own background, so one theme does on pages of any color.
    await wear(page, 'light');
    const file = pictureOf(name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, await page.evaluate<string>(DRAW));
    process.stdout.write(`${file}\n`);
  }
} finally {
  await world.close();
}
