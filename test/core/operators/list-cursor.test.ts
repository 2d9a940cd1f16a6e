import { expect } from 'chai';
import fc from 'fast-check';
import { decodeCursor, encodeCursor, filterMark } from '../../../src/core/operators/list-cursor.js';

const time = fc.integer({ min: 0, max: 4_102_444_800_000 }).map((ms) => new Date(ms));

describe('the cursor of a list', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(time, time, fc.uuid(), fc.object(), (received_at, to, id, filters) => {
        const cursor = { after: { received_at, id }, to, of: filterMark(filters) };
        expect(decodeCursor(encodeCursor(cursor))).to.deep.equal(cursor);
      }),
    );
  });

  it('is nothing else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decodeCursor(text)).to.equal(undefined);
      }),
    );
  });

  it('knows its filters in any order, and any other from them', () => {
    const from = new Date(0);
    expect(filterMark({ a: 'x', from })).to.equal(filterMark({ from, a: 'x' }));
    for (const other of [{ a: 'x' }, { a: 'y', from }, { a: ['x'], from }, { a: 'x', from: new Date(1) }, {}])
      expect(filterMark(other)).to.not.equal(filterMark({ a: 'x', from }));
  });
});
