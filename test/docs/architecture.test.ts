import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { filesUnder } from './files-under.js';

/** Paths in backticks, and the rooms' names in drawings. */
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
  it('pass through every room', () => {
    const paths = pathsIn('docs/architecture.md');
    for (const room of ['src/core/', 'src/app/', 'src/platform/', 'src/api/', 'workers/'])
      expect(
        paths.filter((path) => path.startsWith(room)),
        room,
      ).to.have.length.of.at.least(3);
  });
});

describe('docs/words.md', () => {
  it('lists stored names that the code still has', () => {
    const table = /## Stored names\n([\s\S]*?)\n## /.exec(readFileSync('docs/words.md', 'utf8'))?.[1] ?? '';
    const names = [...table.matchAll(/^\| `([\w.[\]]+)`/gm)].flatMap(([, name]) => name!.split(/\W+/));
    const code = filesUnder(['src/core', 'src/platform/mongo'], ['.ts'])
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    expect(names.length).to.be.greaterThan(20);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).to.deep.equal([]);
  });
});
