import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

const PAGE = 'docs/guarantees.md';
const MECHANISMS = 'docs/mechanisms.md';

describe(PAGE, () => {
  const page = readFileSync(PAGE, 'utf8');

  it('names only tests, modules and pages that exist', () => {
    const texts = [PAGE, MECHANISMS].map((name) => ({ name, text: readFileSync(name, 'utf8') }));
    const files = texts.flatMap(({ text }) =>
      [...text.matchAll(/`((?:src|workers|test)\/[\w./-]+\.ts)`/g)].map(([, file]) => file!),
    );
    const pages = texts.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, file]) => join(dirname(name), file!)),
    );
    expect(files.length).to.be.greaterThan(40);
    expect([...files, ...pages].filter((file) => !existsSync(file))).to.deep.equal([]);
  });

  it('shows a test for every promise', () => {
    const promises = page.split('\n').slice(
      0,
      page.split('\n').findIndex((line) => line.startsWith('**Unknown')),
    );
    const rows = promises.filter((line) => line.startsWith('| ') && !line.startsWith('| promise'));
    expect(rows.length).to.be.greaterThan(20);
    for (const row of rows) expect(row).to.match(/`test\/[\w./-]+\.test\.ts`/);
  });
});
