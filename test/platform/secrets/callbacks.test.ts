import { expect } from 'chai';
import { createCallbackTokens } from '../../../src/platform/secrets/callback-tokens.js';
import { signatureFault, signatureOf } from '../../../src/platform/secrets/signature.js';
import { TEST_SECRET } from '../../support/services.js';

describe('platform: tokens of callbacks', () => {
  const tokens = createCallbackTokens(TEST_SECRET, 'https://leads.example/base');
  const lead = { id: 'c2a4f7d8-91e3-4b6a-b0c5-7e1d2f3a4b5c', submission: 3 };
  const token = tokens.tokenOf(lead);

  it('name a lead and its submission, in 46 characters', () => {
    expect(token).to.match(/^[A-Za-z0-9_-]{46}$/);
    expect(tokens.leadOf(token)).to.deep.equal(lead);
    expect(tokens.urlOf(lead)).to.equal(`https://leads.example/base/api/v1/callbacks/${token}`);
    expect(createCallbackTokens(TEST_SECRET).urlOf(lead)).to.equal(undefined);
  });

  it('prove themselves: no other character at any place, no other length, no other secret', () => {
    for (let i = 0; i < token.length; i += 1) {
      const other = token[i] === 'A' ? 'B' : 'A';
      expect(tokens.leadOf(token.slice(0, i) + other + token.slice(i + 1)), String(i)).to.equal(undefined);
    }
    for (const wrong of ['', token.slice(1), `${token}A`, `${token}=`, `${token}\n`, ' ', 'x'.repeat(5_000)])
      expect(tokens.leadOf(wrong)).to.equal(undefined);
    expect(createCallbackTokens(`${TEST_SECRET}!`).leadOf(token)).to.equal(undefined);
  });
});

describe('platform: signatures of callbacks', () => {
  const secret = 's3cret';
  const now = new Date('2026-11-21T17:00:00Z');
  const t = now.getTime() / 1_000;
  const body = Buffer.from('{"result":"accepted"}');
  const v1 = signatureOf(secret, String(t), body);
  const at = (seconds: number): string =>
    `t=${t + seconds},v1=${signatureOf(secret, String(t + seconds), body)}`;
  const rows: readonly [string, string | undefined, string | undefined][] = [
    ['right', `t=${t},v1=${v1}`, undefined],
    ['with spaces, upper case', `t=${t}, v1=${v1.toUpperCase()}`, undefined],
    ['one of two', `t=${t},v1=${'0'.repeat(64)},v1=${v1}`, undefined],
    ['with parts of other versions', `t=${t},v0=abc,v1=${v1}`, undefined],
    ['five minutes old', at(-300), undefined],
    ['five minutes ahead', at(300), undefined],
    ['older', at(-301), 'stale'],
    ['further ahead', at(301), 'stale'],
    ['none', undefined, 'missing'],
    ['empty', ' ', 'missing'],
    ['another time', `t=${t + 1},v1=${v1}`, 'wrong'],
    ['another secret', `t=${t},v1=${signatureOf('other', String(t), body)}`, 'wrong'],
    ['another body', `t=${t},v1=${signatureOf(secret, String(t), Buffer.from('{}'))}`, 'wrong'],
    ['no time', `v1=${v1}`, 'malformed'],
    ['two times', `t=${t},t=${t},v1=${v1}`, 'malformed'],
    ['no v1', `t=${t}`, 'malformed'],
    ['too short', `t=${t},v1=${v1.slice(1)}`, 'malformed'],
    ['six v1', `t=${t}${`,v1=${v1}`.repeat(6)}`, 'malformed'],
    ['the bare MAC', v1, 'malformed'],
  ];
  for (const [name, header, fault] of rows)
    it(`${name}: ${fault ?? 'fits'}`, () => {
      expect(signatureFault(header, { secret, body, now })).to.equal(fault);
    });
});
