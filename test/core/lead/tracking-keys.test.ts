import { expect } from 'chai';
import { CLICK_ID_FIELDS, clickKey, subidKey, trackingKeys } from '../../../src/core/lead/tracking-keys.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { TEST_SECRET } from '../../support/services.js';

const identities = createIdentities(TEST_SECRET);
const keyedHash = (text: string): string => identities.keyedHash(text);
const keysOf = (tracking: Readonly<Record<string, unknown>>): string[] =>
  trackingKeys({ ip_address: '203.0.113.7', ...tracking }, keyedHash);

describe('the keys of a lead’s tracking', () => {
  it('are the same for a value of every kind of click id, and do not show it', () => {
    for (const field of CLICK_ID_FIELDS)
      expect(keysOf({ [field]: 'Abc123' }), field).to.deep.equal([clickKey('Abc123', keyedHash)]);
    expect(clickKey('Abc123', keyedHash)).to.match(/^click:[0-9a-f]{64}$/);
    expect(clickKey('Abc123', keyedHash)).to.not.equal(clickKey('abc123', keyedHash));
  });

  it('are the plain values of subids, each once', () => {
    expect(keysOf({ subid: 'spring', subid5: 'a b', subid2: 'spring' })).to.deep.equal([
      subidKey('spring'),
      subidKey('a b'),
    ]);
  });

  it('leave out everything else', () => {
    expect(keysOf({ utm_source: 'x', subid: '', subid6: 'x', subid2: 7 })).to.deep.equal([]);
  });

  it('are short for a subid of any length, and its own', () => {
    const [key = '', other] = ['x', 'y'].flatMap((end) => keysOf({ subid3: 'x'.repeat(5_000) + end }));
    expect(key.length).to.be.lessThan(100);
    expect(key)
      .to.equal(subidKey('x'.repeat(5_001)))
      .and.to.not.equal(other);
  });
});
