import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { DEFAULT_FILE, readFile } from '../../sandbox/file/read-file.js';
import { parseCatalogue } from '../../src/platform/catalogue-files/parse-catalogue.js';

describe('demo catalogue', () => {
  const name = 'sandbox/demo-catalogue.yaml';
  const text = readFileSync(name, 'utf8');
  const parsed = parseCatalogue([{ name, text }]);

  it('is a catalogue without faults', () => {
    expect(parsed.ok ? [] : parsed.faults).to.deep.equal([]);
  });

  it('shows what the demo needs', () => {
    if (!parsed.ok) throw new Error('faults');
    const { affiliates, buyers, offers } = parsed.document;
    const kinds = (kind: string) => offers.filter((offer) => offer.kind === kind);
    expect(affiliates).to.have.length.of.at.least(2);
    expect(buyers).to.have.length.of.at.least(3);
    expect(kinds('direct')).to.have.length.of.at.least(8);
    expect(kinds('partner')).to.have.length(2);
    const types = ['shared', 'exclusive', 'true_exclusive'] as const;
    expect(new Set(kinds('direct').map((offer) => offer.offer_type))).to.have.all.keys(...types);
  });

  it('calls nobody but the sandbox', () => {
    const called = [...text.matchAll(/https?:\/\/(?!lakeshore\.example)[^\s"'},]+/g)].map(([url]) => url);
    const parties = readFile(DEFAULT_FILE)
      .parties.map(({ kind, handle }) => `${kind}s/${handle}`)
      .join('|');
    const paths = new RegExp(
      `^http://127\\.0\\.0\\.1:4810/((${parties})/(leads(/\\$\\{reference)?|match|revocations|erasures)|affiliates/northwind/webhook)$`,
    );
    expect(called.filter((url) => !paths.test(url))).to.deep.equal([]);
  });
});
