import { expect } from 'chai';
import type { CatalogueDocument } from '../../../src/core/catalogue/document.js';
import { changeCap } from '../../../src/core/drafts/change-cap.js';
import { parseCatalogue } from '../../../src/platform/catalogue-files/parse-catalogue.js';
import { BASE } from '../../platform/catalogue-files/base.js';

const parsed = parseCatalogue([{ name: 'base.yaml', text: BASE }]);
if (!parsed.ok) throw new Error('the base is a catalogue');
const { document } = parsed;
const capsOf = (changed: CatalogueDocument | undefined, list: 'offers' | 'buyers' | 'campaigns'): unknown =>
  changed?.[list][0]?.caps;

describe('changing a cap', () => {
  it('gives another limit, and leaves everything else', () => {
    const cap = { kind: 'buyer', handle: 'lakeshore', window: 'day' } as const;
    const changed = changeCap(document, cap, 300);
    expect(capsOf(changed, 'buyers')).to.deep.equal([{ window: 'day', limit: 300 }]);
    expect({ ...changed, buyers: document.buyers }).to.deep.equal(document);
  });

  it('a cap of a program is another one than that of the whole entry', () => {
    const cap = { kind: 'offer', handle: 'nursing', window: 'day' } as const;
    expect(capsOf(changeCap(document, cap, 9), 'offers')).to.deep.equal([
      { window: 'day', limit: 20, program: 'msn' },
      { window: 'day', limit: 9 },
    ]);
    expect(capsOf(changeCap(document, { ...cap, program: 'msn' }, 9), 'offers')).to.deep.equal([
      { window: 'day', limit: 9, program: 'msn' },
    ]);
  });

  it('null removes it', () => {
    const cap = { kind: 'buyer', handle: 'lakeshore', window: 'day' } as const;
    expect(capsOf(changeCap(document, cap, null), 'buyers')).to.deep.equal([]);
  });

  it('changes what a campaign sells through one offer', () => {
    const handle = document.campaigns[0]?.handle ?? '';
    const cap = { kind: 'campaign', handle, offer: 'nursing', window: 'week' } as const;
    const changed = changeCap(document, cap, 7);
    const line = changed?.campaigns[0]?.offers[0];
    expect(line?.caps.find(({ window }) => window === 'week')).to.deep.equal({ window: 'week', limit: 7 });
    expect(capsOf(changed, 'campaigns')).to.deep.equal(document.campaigns[0]?.caps);
  });

  for (const cap of [
    { kind: 'offer', handle: 'lakeshore', window: 'day' },
    { kind: 'campaign', handle: document.campaigns[0]?.handle ?? '', offer: 'none', window: 'day' },
  ] as const)
    it(`knows no ${cap.kind} ${cap.handle}`, () => {
      expect(changeCap(document, cap, 1)).to.equal(undefined);
    });
});
