import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { checkKeyFormat, isKeyPrefix, mintKey } from '../../../src/core/keys/api-key.js';
import { crc32 } from '../../../src/core/keys/key-format.js';

describe('API keys', () => {
  it('computes the CRC-32 of the standard’s test vector', () => {
    expect(crc32('123456789')).to.equal(0xcbf43926);
    expect(crc32('')).to.equal(0);
  });

  it('mints keys of its own format, all different', () => {
    const keys = Array.from({ length: 200 }, (_, n) => mintKey(n % 2 === 0, randomBytes));
    expect(new Set(keys).size).to.equal(200);
    for (const [n, key] of keys.entries()) {
      expect(key).to.match(/^svc_(live|test)_[0-9A-Za-z]{38}$/);
      expect(checkKeyFormat(key)).to.equal(n % 2 === 0 ? 'test' : 'live');
    }
  });

  it('throws bytes away that would favour the first letters', () => {
    const given = [new Uint8Array(32).fill(255), new Uint8Array(32).fill(61)];
    expect(mintKey(false, () => given.shift()!)).to.match(new RegExp(`^svc_live_z{32}`));
  });

  it('refuses every single mistyped character without a look-up', () => {
    const key = mintKey(false, randomBytes);
    for (let at = 0; at < key.length; at += 1) {
      const wrong = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect(checkKeyFormat(wrong), wrong).to.equal(null);
    }
    for (const wrong of ['', key.slice(1), `${key}0`, ` ${key}`, key.replace('live', 'test'), `${key}\n`])
      expect(checkKeyFormat(wrong), JSON.stringify(wrong)).to.equal(null);
  });

  for (const [prefix, is] of [
    ['svc_live_abc', true],
    ['svc_test_AbC45678901', true],
    ['svc_live_ab', false],
    ['svc_test_AbC456789012', false],
    ['svc_life_abcd', false],
    ['svc_live_ab.*', false],
    ['', false],
  ] as const)
    it(`${is ? 'takes' : 'refuses'} "${prefix}" for the start of a key`, () => {
      expect(isKeyPrefix(prefix)).to.equal(is);
    });
});
