import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { REFERENCE } from '../../scripts/docs/reference.js';

describe('docs/reference', () => {
  for (const { page, text } of REFERENCE)
    it(`${page} is what the code says (npm run docs makes it anew)`, () => {
      expect(readFileSync(page, 'utf8')).to.equal(text());
    });

  it('has no other pages', () => {
    const there = readdirSync('docs/reference').map((name) => `docs/reference/${name}`);
    expect(there).to.have.members(REFERENCE.map(({ page }) => page));
  });
});
