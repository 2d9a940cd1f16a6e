import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { nextDocument } from '../../../src/core/catalogue/next-document.js';
import { exportCatalogue } from '../../../src/platform/catalogue/export-catalogue.js';
import { BASE, documentOf, withLine } from './base.js';

describe('exportCatalogue', () => {
  const withId = withLine(
    16,
    '    name: Nursing\n    id: 11111111-1111-4111-8111-111111111111\n    status: paused',
  );
  for (const [what, text] of [
    ['the base', BASE],
    ['given ids and other states', withId.replace('dupe_check: true', 'dupe_check: false')],
    ['the demo', readFileSync('sandbox/demo-catalogue.yaml', 'utf8')],
    ['nothing', 'version: 1'],
  ] as const)
    it(`gives back ${what}`, () => {
      const document = documentOf(text);
      expect(documentOf(exportCatalogue(document))).to.deep.equal(document);
    });

  it('quotes what other readers of YAML would take for true or false', () => {
    expect(exportCatalogue(documentOf(BASE))).to.contain('value: "yes"');
  });

  it('leaves retired entries out', () => {
    const next = nextDocument(documentOf(BASE), documentOf('version: 1'));
    expect(next.ok && exportCatalogue(next.document)).to.equal('version: 1\n');
  });
});
