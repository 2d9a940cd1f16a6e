import { expect } from 'chai';
import fc from 'fast-check';
import type { StoredAudit } from '../../../src/core/audit/audit-verifier.js';
import { sealEntry } from '../../../src/core/audit/chain.js';
import { stored, testHash, testIntent, testLog, verified } from '../../support/audit-entries.js';

const LOG = testLog(9);
const at = (number: number) => LOG[number - 1]!;
const sound = (): StoredAudit[] => stored(LOG);
const anchorOf = (number: number) => ({ number, hash: at(number).hash });
const under = (id: number, number: number): StoredAudit => ({ id, entry: { ...at(number) } });
const replaced = (id: number, member: object): StoredAudit[] =>
  sound().map((one) => (one.id === id ? { id, entry: { ...one.entry, ...member } } : one));

describe('verifying the audit log', () => {
  it('finds nothing in a sound log, with or without anchors, nor in an empty one', () => {
    expect(verified(sound())).to.deep.equal([]);
    expect(verified(sound(), [anchorOf(1), anchorOf(5), anchorOf(9)])).to.deep.equal([]);
    expect(verified([])).to.deep.equal([]);
  });

  const cases: [what: string, documents: StoredAudit[], found: string[]][] = [
    ['the first entry removed', sound().slice(1), ['broken 1-1']],
    ['some entries removed', sound().filter(({ id }) => ![4, 5].includes(Number(id))), ['broken 4-5']],
    [
      'an entry removed and the later ones renumbered',
      [...sound().slice(0, 4), ...[5, 6, 7, 8].map((id) => under(id, id + 1))],
      ['broken 5-8'],
    ],
    [
      'two entries exchanged',
      [...sound().slice(0, 2), under(3, 4), under(4, 3), ...sound().slice(4)],
      ['broken 3-4'],
    ],
    ['an entry repeated at the end', [...sound(), under(10, 2)], ['broken 10-10']],
    [
      'an entry in place of another',
      [...sound().slice(0, 5), under(6, 2), ...sound().slice(6)],
      ['broken 6-6'],
    ],
    ['an action changed', replaced(3, { action: 'key.revoke' }), ['broken 3-3']],
    ['a moment changed', replaced(3, { at: new Date('2026-11-01T12:00:00.001Z') }), ['broken 3-3']],
    ['a moment stored as text', replaced(3, { at: at(3).at.toISOString() }), ['broken 3-3']],
    ['a reason added', replaced(3, { why: 'Because' }), ['broken 3-3']],
    ['a person removed', replaced(3, { who: undefined }), ['broken 3-3']],
    ['a number changed inside', replaced(3, { number: 4 }), ['broken 3-3']],
    ['a link changed', replaced(3, { prev: at(7).hash }), ['broken 3-3']],
    ['a hash changed', replaced(3, { hash: at(7).hash }), ['broken 3-3']],
    ['a hash that is no text', replaced(3, { hash: null }), ['broken 3-3']],
    ['a value that no entry holds', replaced(3, { facts: new Map([['i', 2]]) }), ['broken 3-3']],
    [
      'neighbors changed',
      replaced(3, { why: 'x' }).map((one) => (one.id === 4 ? { ...one, entry: {} } : one)),
      ['broken 3-4'],
    ],
    ['an empty document in front', [{ id: 0.5, entry: {} }, ...sound()], ['broken 1-1']],
    ['a document under a text', [...sound(), { id: 'zz', entry: {} }], ['broken 10-10']],
    [
      'a forged entry at the end',
      [...sound(), { id: 10, entry: { ...at(9), number: 10 } }],
      ['broken 10-10'],
    ],
    ['a forged entry far away', [...sound(), { id: 99, entry: { ...at(9), number: 99 } }], ['broken 10-99']],
  ];
  for (const [what, documents, found] of cases)
    it(`finds ${what}`, () => {
      expect(verified(documents)).to.deep.equal(found);
    });

  it('finds entries of a course that was cut and put back behind another', () => {
    const other = sealEntry(testIntent({ why: 'Afterwards' }), at(4), { nonce: 'x', keyedHash: testHash });
    const documents = [...sound().slice(0, 4), ...stored([other]), ...sound().slice(5)];
    expect(verified(documents)).to.deep.equal(['broken 6-6']);
    expect(verified(documents, [anchorOf(5)])).to.deep.equal(['not_anchored 5-5', 'broken 6-6']);
  });

  it('finds a cut tail by an anchor alone', () => {
    expect(verified(sound().slice(0, 6))).to.deep.equal([]);
    expect(verified(sound().slice(0, 6), [anchorOf(9)])).to.deep.equal(['cut 7-9']);
    expect(verified([], [anchorOf(9)])).to.deep.equal(['cut 1-9']);
  });

  it('finds a log that was written anew after a cut, even by who has the secret', () => {
    const anew = testLog(12).slice(0, 3);
    for (let i = 3; i < 12; i += 1)
      anew.push(
        sealEntry(testIntent({ facts: { anew: i } }), anew.at(-1)!, { nonce: 'y', keyedHash: testHash }),
      );
    expect(verified(stored(anew))).to.deep.equal([]);
    expect(verified(stored(anew), [anchorOf(3), anchorOf(8)])).to.deep.equal(['not_anchored 8-8']);
  });

  it('finds every entry broken under another secret, in one finding', () => {
    expect(verified(sound(), [], (text) => testHash(`other ${text}`))).to.deep.equal(['broken 1-9']);
  });

  it('finds any set of removed entries exactly, except a tail', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { minLength: 1 }), (gone) => {
        const left = sound().filter(({ id }) => !gone.includes(Number(id)));
        const named = verified(left).flatMap((fault) => {
          const [, first, last] = /^broken (\d+)-(\d+)$/.exec(fault) ?? [];
          return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i);
        });
        expect(named).to.deep.equal([...gone].sort((a, b) => a - b));
      }),
      { numRuns: 100 },
    );
  });
});
