import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { formatIssue } from '../../../src/core/catalogue/validation-issue.js';
import { parseCatalogue } from '../../../src/platform/catalogue-files/parse-catalogue.js';
import { exportCatalogue } from '../../../src/platform/catalogue-files/export-catalogue.js';
import { documentOf } from './base.js';

const faults = (name: string, text: string): string[] => {
  const parsed = parseCatalogue([{ name, text }]);
  return parsed.ok ? [] : parsed.faults.map(formatIssue);
};

describe('examples', () => {
  for (const name of readdirSync('examples').filter((file) => file.endsWith('.yaml')))
    it(`${name} can be applied, and exported again`, () => {
      const text = readFileSync(`examples/${name}`, 'utf8');
      expect(faults(name, text)).to.deep.equal([]);
      const document = documentOf(text);
      expect(documentOf(exportCatalogue(document))).to.deep.equal(document);
    });

  const topics = readdirSync('docs/catalogue').map((name) => `docs/catalogue/${name}`);
  const guide = ['docs/catalogue.md', ...topics].map((page) => readFileSync(page, 'utf8')).join('\n');
  const catalogues = [...guide.matchAll(/```yaml\n(version: 1\n[^]*?)```/g)];
  it('stand in the guide', () => {
    expect(catalogues.length).to.be.greaterThan(0);
  });
  for (const [index, [, text = '']] of catalogues.entries())
    it(`${index + 1} of the guide can be applied`, () => {
      expect(faults('docs/catalogue', text)).to.deep.equal([]);
    });
});
