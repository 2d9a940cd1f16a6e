import { expect } from 'chai';
import { Recent } from '../../../../src/platform/mongo/terms/recent.js';

const create = (most: number): Recent<string> => new Recent(most, ({ length }) => length);

describe('what was used last', () => {
  it('is kept up to a sum of sizes', () => {
    const recent = create(40);
    for (let i = 0; i < 100; i += 1) recent.set(`n${i}`, '12345');
    const kept = Array.from({ length: 100 }, (_, i) => recent.get(`n${i}`)).filter(Boolean);
    expect(kept.length * 5).to.be.within(20, 40);
    expect(recent.get('n99')).to.equal('12345');
    expect(recent.get('n0')).to.equal(undefined);
  });

  it('stays as long as it is looked at', () => {
    const recent = create(40);
    recent.set('used', 'value');
    for (let i = 0; i < 100; i += 1) {
      recent.set(`n${i}`, '12345');
      expect(recent.get('used')).to.equal('value');
    }
  });

  it('may be larger than all the room', () => {
    const recent = create(4);
    recent.set('large', '0123456789');
    expect(recent.get('large')).to.equal('0123456789');
    recent.set('other', '0123456789');
    expect(recent.get('other')).to.equal('0123456789');
  });
});
