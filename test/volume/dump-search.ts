/**
 * Sends people every way that there is, and searches everything that is left behind for everything that was sent: raw,
 * encoded, and by plain hashes; and for every secret. Then some persons are erased, and everything is opened with all
 * keys. It is not a part of `npm test`:
 *
 *   LEADS=2000 npm test -- test/volume/dump-search.ts
 */
import { expect } from 'chai';
import { rehearseSearch } from './personal/rehearse.js';

const LEADS = Number(process.env['LEADS'] ?? 100);

describe(`what is left behind of ${LEADS} people`, function () {
  this.timeout(7_200_000);

  it('is sealed, keyed or classified, and gone after an erasure, also on a restored backup', async () => {
    const found = await rehearseSearch(LEADS, (line) => {
      console.log(`      ${line}`);
    });
    expect(found).to.deep.equal([]);
  });
});
