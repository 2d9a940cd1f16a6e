import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { CLONE_DIR } from '../../scripts/processes/clone-dir.js';
import { pictureOf } from '../browser/pictures/picture-of.js';
import { SCREEN_NAMES } from '../browser/world/screens.js';

const MOST_BYTES = 80_000;
/** What an image of a forge does not draw, or must not hold. */
const NOT_KEPT =
  /<foreignObject|<script|https?:\/\/(?!www\.w3\.org\/2000\/svg|127\.0\.0\.1|leads\.example\.com)/i;

/** `npm run pictures` draws what is missing here. */
describe('the pictures of docs/console.md', () => {
  const files = SCREEN_NAMES.map(pictureOf);

  it('are there for each screen, and no others', () => {
    const there = readdirSync(join(CLONE_DIR, 'docs/pictures'));
    expect(there.sort()).to.deep.equal(files.map((file) => basename(file)).sort());
  });

  it('are shown once each', () => {
    const page = readFileSync(join(CLONE_DIR, 'docs/console.md'), 'utf8');
    const shown = [...page.matchAll(/"pictures\/([\w.-]+)"/g)].map(([, name]) => name);
    expect(shown.sort()).to.deep.equal(files.map((file) => basename(file)).sort());
  });

  for (const file of files)
    it(`${basename(file)} is an image that loads nothing`, () => {
      const text = readFileSync(file, 'utf8');
      expect(text).to.match(/^<svg [^]*<\/svg>\n$/);
      expect(text).not.to.match(NOT_KEPT);
      expect(statSync(file).size).to.be.within(5_000, MOST_BYTES);
    });
});
