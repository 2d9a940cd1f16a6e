import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { isApiKey, mintKey } from '../../../src/core/keys/api-key.js';
import {
  isOperatorKey,
  isOperatorKeyName,
  mintOperatorKey,
} from '../../../src/core/operators/operator-key.js';
import { parsePermissions, PERMISSIONS } from '../../../src/core/operators/permissions.js';

describe('operator keys', () => {
  it('have a form of their own, and affiliates’ keys are none', () => {
    const key = mintOperatorKey(randomBytes);
    expect(key).to.match(/^lko_[0-9A-Za-z]{38}$/);
    expect([isOperatorKey(key), isApiKey(key)]).to.deep.equal([true, false]);
    for (const test of [true, false]) {
      const other = mintKey(test, randomBytes);
      expect([isOperatorKey(other), isApiKey(other)]).to.deep.equal([false, true]);
    }
  });

  it('refuses every single mistyped character without a look-up', () => {
    const key = mintOperatorKey(randomBytes);
    for (let at = 0; at < key.length; at += 1) {
      const wrong = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect(isOperatorKey(wrong), wrong).to.equal(false);
    }
    for (const wrong of ['', 'lko_', `${key}0`, ` ${key}`, `${key}\n`, key.replace('lko_', 'svc_live_')])
      expect(isOperatorKey(wrong), JSON.stringify(wrong)).to.equal(false);
  });

  for (const [name, is] of [
    ['spreadsheet', true],
    ['Ana López (finance)', false],
    ['Ana López', true],
    ['bi@reports.example', true],
    ['', false],
    [' leading', false],
    ['-flag', false],
    ['two\nlines', false],
    ['a\u202eb', false],
    ['x'.repeat(65), false],
  ] as const)
    it(`${is ? 'takes' : 'refuses'} the name ${JSON.stringify(name)}`, () => {
      expect(isOperatorKeyName(name)).to.equal(is);
    });
});

describe('permissions', () => {
  for (const [text, read] of [
    ['leads:read', ['leads:read']],
    [' pii:read , leads:read,pii:read', ['leads:read', 'pii:read']],
    [PERMISSIONS.join(','), [...PERMISSIONS]],
    ['', undefined],
    ['leads:read,', undefined],
    ['leads:write', undefined],
    ['*', undefined],
    ['__proto__', undefined],
  ] as const)
    it(`reads "${text}"`, () => {
      const parsed = parsePermissions(text);
      expect(parsed.ok ? parsed.permissions : undefined).to.deep.equal(read);
    });
});
