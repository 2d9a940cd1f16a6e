import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { kidOf, parseDataKeys } from '../../../src/platform/secrets/data-keys.js';

const first = randomBytes(32);
const second = randomBytes(32);
const text = (kid: string, key: Buffer): string => `${kid}:${key.toString('base64')}`;
const BOTH = `${text('k2', second)}, ${text('k1', first)}\n`;
const WORDS = JSON.stringify({ lead: { personal: { first_name: 'Zoë', note: '\ud800 "half"' } } });

describe('the keys that seal personal data', () => {
  it('seal with the first and open with each', () => {
    const old = parseDataKeys(text('k1', first));
    const both = parseDataKeys(BOTH);
    expect([both.current, [...both.kids]]).to.deep.equal(['k2', ['k2', 'k1']]);
    expect(both.open(old.seal(WORDS))).to.equal(WORDS);
    expect(kidOf(both.seal(WORDS))).to.equal('k2');
    expect(old.open(both.seal(WORDS))).to.equal(undefined);
    expect(both.seal(WORDS)).to.not.equal(both.seal(WORDS));
  });

  it('write what jose reads, and read what jose writes', async () => {
    const keys = parseDataKeys(text('k1', first));
    const sealed = keys.seal(WORDS);
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, first);
    expect(new TextDecoder().decode(plaintext)).to.equal(WORDS);
    expect(protectedHeader).to.deep.equal({ alg: 'A256KW', enc: 'A256GCM', kid: 'k1' });
    const theirs = await new CompactEncrypt(new TextEncoder().encode(WORDS))
      .setProtectedHeader({ kid: 'k1', enc: 'A256GCM', alg: 'A256KW' })
      .encrypt(first);
    expect(keys.open(theirs)).to.equal(WORDS);
  });

  it('refuse what somebody changed, in each of its parts', () => {
    const keys = parseDataKeys(BOTH);
    const parts = keys.seal(WORDS).split('.');
    for (const at of [1, 2, 3, 4]) {
      const changed = parts.map((part, i) => {
        if (i !== at) return part;
        const bytes = Buffer.from(part, 'base64url');
        bytes[0] = (bytes[0] ?? 0) ^ 1;
        return bytes.toString('base64url');
      });
      expect(() => keys.open(changed.join('.')), `part ${at}`).to.throw();
    }
    expect(() => keys.open(parts.slice(0, 3).join('.'))).to.throw();
    const asOther = [parseDataKeys(text('k1', first)).seal('').split('.')[0], ...parts.slice(1)];
    expect(() => keys.open(asOther.join('.')), 'another key’s name').to.throw();
  });

  const bad: readonly [string, string, RegExp][] = [
    ['nothing', ' , ', /at least one key/],
    ['no name', first.toString('base64'), /name:base64/],
    ['a name with a space or dots alone', text('a b', first), /name:base64/],
    ['no base64', 'k1:ä'.padEnd(48, 'ß'), /k1 is not base64/],
    ['a short key', text('k1', first.subarray(1)), /k1 has 31 bytes instead of 32/],
    ['a long key', text('k1', Buffer.concat([first, first])), /k1 has 64 bytes instead of 32/],
    ['a name twice', `${text('k1', first)},${text('k1', second)}`, /k1 is there twice/],
    ['a key twice', `${text('k1', first)},${text('k2', first)}`, /k2 equals another key/],
  ];
  for (const [what, keys, sentence] of bad)
    it(`refuse ${what} in one sentence without a part of a key`, () => {
      expect(() => parseDataKeys(keys)).to.throw(sentence);
      expect(() => parseDataKeys(keys)).to.not.throw(first.toString('base64').slice(0, 8));
    });
});
