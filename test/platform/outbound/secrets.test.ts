import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { neededForCallbacks, neededToCall } from '../../../src/core/catalogue/secrets-needed.js';
import { ownSecretNames } from '../../../src/platform/outbound/secret-value.js';
import { lacking, resolveHeaders } from '../../../src/platform/outbound/secrets.js';

const env = {
  LEADKEEP_SECRET_TOKEN: ' opensesame\n',
  LEADKEEP_SECRET_EMPTY: ' ',
  LEADKEEP_SECRET_BROKEN: 'a\r\nX-Evil: 1',
  LEADKEEP_SECRET_ODD: 'ключ',
};

describe('secrets', () => {
  /** A header's value, what becomes of it. */
  const HEADERS: readonly (readonly [string, object])[] = [
    ['Bearer ${secret:TOKEN}', { ok: true, headers: { 'x-a': 'Bearer opensesame' } }],
    ['${secret:TOKEN}:${secret:TOKEN}', { ok: true, headers: { 'x-a': 'opensesame:opensesame' } }],
    ['none', { ok: true, headers: { 'x-a': 'none' } }],
    [
      '${secret:NOWHERE} ${secret:EMPTY}',
      { ok: false, fault: 'secret NOWHERE is not set (LEADKEEP_SECRET_NOWHERE)' },
    ],
    ['${secret:EMPTY}', { ok: false, fault: 'secret EMPTY is not set (LEADKEEP_SECRET_EMPTY)' }],
    ['${secret:BROKEN}', { ok: false, fault: "secret BROKEN holds what a header can't" }],
    ['${secret:ODD}', { ok: false, fault: "secret ODD holds what a header can't" }],
  ];
  for (const [value, resolved] of HEADERS)
    it(`makes of ${value} ${JSON.stringify(resolved)}`, () => {
      expect(resolveHeaders({ 'X-A': value }, env)).to.deep.equal(resolved);
    });

  it('in a file that can not be read say so, and not that they are not set', () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadkeep-secrets-'));
    try {
      // Root may read every file, so one that nobody can read stands for another user's.
      mkdirSync(join(folder, 'TOKEN'));
      const inFiles = { ...env, SECRETS_DIR: folder };
      expect(resolveHeaders({ A: '${secret:TOKEN}' }, { SECRETS_DIR: folder })).to.deep.equal({
        ok: false,
        fault: `secret TOKEN is not set: its file ${join(folder, 'TOKEN')} (SECRETS_DIR) can't be read (EISDIR)`,
      });
      expect(resolveHeaders({ A: '${secret:TOKEN}' }, inFiles).ok).to.equal(true);
      expect(resolveHeaders({ A: '${secret:NONE}' }, inFiles)).to.deep.equal({
        ok: false,
        fault: `secret NONE is not set (the file ${join(folder, 'NONE')}, or LEADKEEP_SECRET_NONE)`,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('of a process are told by name: those with a value, settings never', () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadkeep-secrets-'));
    try {
      for (const [name, text] of Object.entries({ TOKEN: 'it', BLANK: ' ', MONGO_URL: 'no', '..data': 'x' }))
        writeFileSync(join(folder, name), text);
      expect(ownSecretNames({ ...env, SECRETS_DIR: folder, OTHER: 'no' })).to.deep.equal({
        files: ['TOKEN'],
        variables: ['BROKEN', 'ODD'],
      });
      expect(ownSecretNames({ SECRETS_DIR: join(folder, 'none') })).to.deep.equal({
        files: [],
        variables: [],
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('that are missing are told with who needs them', () => {
    const headers = { A: '${secret:ZED}-${secret:TOKEN}', B: '${secret:EMPTY}${secret:ZED}' };
    const offers = [
      { handle: 'one', delivery: { headers, callback: { secret: '${secret:CALL}' } } },
      { handle: 'two', delivery: { headers: {} }, partner: { search: { headers: { C: '${secret:ZED}' } } } },
    ];
    expect([...lacking(neededToCall(offers), env)]).to.deep.equal([
      ['EMPTY', ['one']],
      ['ZED', ['one', 'two']],
    ]);
    expect([...lacking(neededForCallbacks(offers), env)]).to.deep.equal([['CALL', ['one']]]);
  });
});
