import { expect } from 'chai';
import { diffCatalogue } from '../../../src/core/catalogue/diff-catalogue.js';
import { switchEntry } from '../../../src/core/catalogue/switch-entry.js';
import { buyer, document } from './documents.js';

describe('switchEntry', () => {
  for (const [kind, handle, paused] of [
    ['offer', 'nursing', 'paused'],
    ['buyer', 'lakeshore', 'paused'],
    ['campaign', 'edu', 'inactive'],
  ] as const)
    it(`pauses and resumes a ${kind}`, () => {
      const off = switchEntry(document(), 'pause', kind, handle);
      if (off.outcome !== 'switched') throw new Error(off.outcome);
      expect(diffCatalogue(document(), off.document)).to.deep.equal([
        { kind, handle, change: 'changed', fields: [{ path: 'status', before: 'active', after: paused }] },
      ]);
      expect(switchEntry(off.document, 'pause', kind, handle)).to.deep.equal({ outcome: 'unchanged' });
      expect(switchEntry(off.document, 'resume', kind, handle)).to.deep.equal({
        outcome: 'switched',
        document: document(),
      });
    });

  it('knows neither another handle nor a retired entry', () => {
    const retired = document({ buyers: [buyer({ status: 'retired' })] });
    expect(switchEntry(document(), 'pause', 'offer', 'edu').outcome).to.equal('unknown');
    expect(switchEntry(retired, 'resume', 'buyer', 'lakeshore').outcome).to.equal('retired');
  });
});
