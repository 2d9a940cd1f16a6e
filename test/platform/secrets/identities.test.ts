import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';

const secret = 'a secret of at least thirty-two characters';

describe('identities', () => {
  const identities = createIdentities(secret);

  it('keys a form by kind and hex', () => {
    const key = createHmac('sha256', secret).update('email:abc').digest('hex');
    expect(identities.keysOf([{ kind: 'email', hex: 'abc' }])).to.deep.equal([{ kind: 'email', key }]);
  });

  it('never lets two kinds, two texts or two secrets meet', () => {
    const other = createIdentities(`${secret}!`);
    const hashes = [
      ...identities
        .keysOf([
          { kind: 'email', hex: 'abc' },
          { kind: 'phone', hex: 'abc' },
        ])
        .map(({ key }) => key),
      ...other.keysOf([{ kind: 'email', hex: 'abc' }]).map(({ key }) => key),
      identities.keyedHash('email:abc'),
      identities.keyedHash('abc'),
      identities.fingerprint,
      other.fingerprint,
    ];
    expect(new Set(hashes).size).to.equal(hashes.length);
  });

  it('is the same every time', () => {
    expect(createIdentities(secret).keyedHash('a')).to.equal(identities.keyedHash('a'));
    expect(createIdentities(secret).fingerprint).to.equal(identities.fingerprint);
  });
});
