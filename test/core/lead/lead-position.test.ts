import { expect } from 'chai';
import fc from 'fast-check';
import {
  byPosition,
  decodePosition,
  encodePosition,
  isAfter,
  type LeadPosition,
} from '../../../src/core/lead/lead-position.js';

const at = (ms: number, id: string): LeadPosition => ({ received_at: new Date(ms), id });

describe('the position of a lead in a list', () => {
  it('is read as it was written', () => {
    const positions = fc.record({
      received_at: fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
      id: fc.uuid(),
    });
    fc.assert(
      fc.property(positions, (position) => {
        expect(decodePosition(encodePosition(position))).to.deep.equal(position);
      }),
    );
  });

  it('is not read from another text', () => {
    const written = encodePosition(at(5, 'a'));
    for (const text of [
      '',
      'x',
      '1.a',
      `${written}=`,
      ` ${written}`,
      Buffer.from('05.a').toString('base64url'),
    ])
      expect(decodePosition(text), text).to.equal(undefined);
  });

  it('is sorted by time and then by id, newest first', () => {
    const sorted = [at(2, 'a'), at(1, 'c'), at(1, 'b'), at(0, 'd')];
    expect([...sorted].reverse().sort(byPosition)).to.deep.equal(sorted);
    expect(sorted.map((one) => isAfter(one, at(1, 'c')))).to.deep.equal([false, false, true, true]);
  });
});
