import { expect } from 'chai';
import { mongo } from 'mongoose';
import { allDuplicates } from '../../../../src/platform/mongo/stores/duplicate-key.js';

const TAKEN = { code: 11_000, errmsg: 'E11000 duplicate key' };
const TOO_LARGE = { code: 10_334, errmsg: 'object to insert too large' };

/** What the driver throws after an unordered command with these faults. */
const bulkError = (writeErrors: readonly object[], concern?: object): mongo.MongoBulkWriteError =>
  new mongo.MongoBulkWriteError(
    { message: 'x', code: 11_000, writeErrors } as never,
    { getWriteConcernError: () => concern } as never,
  );

describe('many writes of which a unique index refused some', () => {
  for (const [what, error, expected] of [
    ['only duplicates', bulkError([TAKEN, TAKEN]), true],
    ['something else beside a duplicate', bulkError([TAKEN, TOO_LARGE]), false],
    ['no fault of a write', bulkError([]), false],
    ['duplicates, and no majority has the others', bulkError([TAKEN], { code: 64 }), false],
    ['one duplicate of one write', new mongo.MongoServerError({ code: 11_000, message: 'E11000' }), true],
  ] as const)
    it(`${what}: ${expected ? 'all were duplicates' : 'a failure'}`, () => {
      expect(allDuplicates(error)).to.equal(expected);
    });
});
