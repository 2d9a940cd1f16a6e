import { expect } from 'chai';
import { createMarks, MARKS_KEPT, matched, withMark } from '../../../../src/platform/mongo/batches/marks.js';

const others = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `other-${n.toString(36)}`);

describe('marks of batched updates', () => {
  const ROWS: readonly (readonly [string, string, readonly string[] | undefined, boolean | 'unknown'])[] = [
    ['the mark is there', 'own-5', ['other-1', 'own-5'], true],
    ['the mark is there, and newer ones', 'own-5', [...others(15), 'own-5'], true],
    ['there is no such record', 'own-5', undefined, false],
    ['no mark at all', 'own-5', [], false],
    ['fewer marks than are kept', 'own-5', others(MARKS_KEPT - 1), false],
    ['as many as are kept, all of others', 'own-5', others(MARKS_KEPT), 'unknown'],
    ['as many as are kept, with an older one of ours', 'own-5', ['own-4', ...others(MARKS_KEPT - 1)], false],
    [
      'as many as are kept, with newer ones of ours alone',
      'own-5',
      ['own-6', ...others(MARKS_KEPT - 1)],
      'unknown',
    ],
    ['the numbers are not texts', 'own-10', ['own-z', ...others(MARKS_KEPT - 1)], false],
    ['another process whose name begins alike', 'own-5', ['own2-1', ...others(MARKS_KEPT - 1)], 'unknown'],
  ];
  for (const [name, mark, marks, expected] of ROWS)
    it(`${name}: ${expected}`, () => {
      expect(matched(mark, marks)).to.equal(expected);
    });

  it('no two processes make the same, and none makes one twice', () => {
    const made = [createMarks(), createMarks()].flatMap((next) => Array.from({ length: 100 }, next));
    expect(new Set(made).size).to.equal(200);
  });

  it('are added to an update, and to a pipeline', () => {
    expect(withMark({ $set: { a: 1 }, $push: { log: 'x' } }, 'm')).to.deep.equal({
      $set: { a: 1 },
      $push: { log: 'x', marks: { $each: ['m'], $slice: -MARKS_KEPT } },
    });
    expect(withMark([{ $set: { a: 1 } }], 'm')).to.have.length(2);
  });
});
