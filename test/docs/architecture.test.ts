import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

/** Paths in backticks, and the layers' names in drawings. */
const pathsIn = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/[`[(]((?:src|workers|test|scripts)(?:\/[\w./-]+)?)[`\])]/g)].map(
    ([, path]) => path!,
  );

for (const [page, atLeast] of [
  ['docs/architecture.md', 60],
  ['docs/contract.md', 3],
  ['docs/mechanisms.md', 50],
] as const)
  describe(page, () => {
    it('names only files and folders that exist', () => {
      const paths = pathsIn(page);
      expect(paths.length).to.be.at.least(atLeast);
      expect(paths.filter((path) => !existsSync(path))).to.deep.equal([]);
    });
  });

describe('the ways on docs/architecture.md', () => {
  it('pass through every layer', () => {
    const paths = pathsIn('docs/architecture.md');
    for (const layer of ['src/core/', 'src/app/', 'src/platform/', 'src/api/', 'workers/'])
      expect(
        paths.filter((path) => path.startsWith(layer)),
        layer,
      ).to.have.length.of.at.least(3);
  });
});
