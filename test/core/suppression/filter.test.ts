import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createSuppressionFilter, fingerprintOf } from '../../../src/core/suppression/filter.js';

const key = (n: number): string => createHash('sha256').update(String(n)).digest('hex');

describe('the filter of the suppression list', () => {
  it('has every key that was added, and hardly another', () => {
    const filter = createSuppressionFilter();
    expect(filter.maybe(key(1))).to.equal(false);
    const count = 20_000;
    const added = Array.from({ length: count }, (_, n) => fingerprintOf(key(n)));
    filter.addFingerprints(Buffer.concat(added.slice(0, 3)));
    // A view that does not begin at the beginning of its buffer.
    filter.addFingerprints(Buffer.concat(added).subarray(3 * 8));
    for (let n = 0; n < count; n += 1) expect(filter.maybe(key(n))).to.equal(true);
    let others = 0;
    for (let n = count; n < 3 * count; n += 1) if (filter.maybe(key(n))) others += 1;
    expect(others).to.equal(0);
  });
});
