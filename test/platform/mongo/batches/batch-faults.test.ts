import { expect } from 'chai';
import { mongo, type Connection } from 'mongoose';
import { OutageError } from '../../../../src/app/outage.js';
import { IDS, inBatches, row, step, type Row, type Rows } from '../../../support/batched-rows.js';
import { privateServices } from '../../../support/services.js';

describe('a batch that fails', () => {
  const services = privateServices();
  let connection: Connection;
  let native: Rows;

  before(async () => {
    connection = await services.connection();
    native = connection.collection('rows') as unknown as Rows;
  });
  beforeEach(() => connection.collection('rows').deleteMany({}));
  after(() => services.close());

  const all = async (): Promise<readonly Row[]> => native.find({}).toArray();
  const notOnMajority = new mongo.MongoBulkWriteError(
    { message: 'not on a majority', code: 64, writeErrors: [] },
    { getWriteConcernError: () => ({ code: 64 }), matchedCount: 2 } as never,
  );

  /** What the driver makes of an error of the whole command, whatever its class was. */
  const wrapped = (error: Error): mongo.MongoBulkWriteError =>
    new mongo.MongoBulkWriteError(error, { getWriteConcernError: () => undefined } as never);
  const deadlock = { code: 16_908_292, errmsg: 'deadlock detected' };
  const lost = (...at: number[]): mongo.MongoBulkWriteError => {
    const writeErrors = at.map((index) => ({ index, ...deadlock }));
    const result = { getWriteConcernError: () => undefined, matchedCount: IDS.length - at.length };
    return new mongo.MongoBulkWriteError({ message: 'x', writeErrors } as never, result as never);
  };

  it('leaves every operation open after an outage, or if a majority did not confirm the batch', async () => {
    const away = [
      notOnMajority,
      ...[
        new mongo.MongoNetworkError('gone'),
        new mongo.MongoServerError({ message: 'interrupted', code: 11_601 }),
        new mongo.MongoServerError({ message: 'pool.go:101: terminating connection', code: 1 }),
      ].map(wrapped),
    ];
    for (const error of away) {
      let sent = 0;
      const rows = inBatches({
        ...native,
        updateOne: () => Promise.resolve({ matchedCount: 1 }),
        bulkWrite: () => {
          sent += 1;
          return Promise.reject(error);
        },
      });
      const ends = await Promise.allSettled(IDS.map((id) => step(rows, id, 0, 'x')));
      expect(ends.map(({ status }) => status)).to.deep.equal(IDS.map(() => 'rejected'));
      expect(sent).to.equal(1);
    }
  });

  it('tries each operation alone after a deadlock, or a command that the server refused', async () => {
    const refusedCodes = [new mongo.MongoServerError(deadlock), new mongo.MongoServerError({ code: 9 })];
    for (const [n, error] of refusedCodes.entries()) {
      const rows = inBatches({
        ...native,
        insertOne: (document: object) => native.insertOne(document),
        updateOne: (filter: object, update: object) => native.updateOne(filter, update),
        insertMany: () => Promise.reject(wrapped(error)),
        bulkWrite: () => Promise.reject(wrapped(error)),
      });
      await Promise.all(IDS.map((id) => rows.insertOne(row(`${id}.${n}`))));
      const ends = await Promise.all(IDS.map((id) => step(rows, `${id}.${n}`, 0, 'x')));
      expect(ends.map(({ matchedCount }) => matchedCount)).to.deep.equal(IDS.map(() => 1));
    }
  });

  it('tries those operations alone that lost a deadlock', async () => {
    const rows = inBatches({
      ...native,
      insertOne: (document: object) => native.insertOne(document),
      updateOne: (filter: object, update: object) => native.updateOne(filter, update),
      insertMany: async (documents: readonly Row[]) => {
        await native.insertMany(documents.slice(1), { ordered: false });
        throw lost(0);
      },
      bulkWrite: async (steps: readonly object[]) => {
        await native.bulkWrite([...steps.slice(0, 2), ...steps.slice(3)], { ordered: false });
        throw lost(2);
      },
    });
    await Promise.all(IDS.map((id) => rows.insertOne(row(id))));
    const ends = await Promise.all(IDS.map((id) => step(rows, id, 0, 'x')));
    expect(ends.map(({ matchedCount }) => matchedCount)).to.deep.equal(IDS.map(() => 1));
    expect((await all()).map(({ log }) => log.join())).to.deep.equal(IDS.map(() => 'x'));
  });

  it('says that nobody knows if a read shows fewer matches than the server counted', async () => {
    const rows = inBatches({
      ...native,
      updateOne: () => Promise.resolve({ matchedCount: 1 }),
      bulkWrite: () => Promise.resolve({ matchedCount: 1 }),
      find: () => ({ toArray: () => Promise.resolve(IDS.map(row)) }),
    });
    const ends = await Promise.allSettled(IDS.slice(0, 3).map((id) => step(rows, id, 0, 'x')));
    const [, ...batch] = ends.map((end) => end.status === 'rejected' && end.reason instanceof OutageError);
    expect(batch).to.deep.equal([true, true]);
  });

  it('says that nobody knows if the marks of an update can be gone', async () => {
    const full = Array.from({ length: 16 }, (_, n) => `other-${n}`);
    const rows = inBatches({
      ...native,
      updateOne: () => Promise.resolve({ matchedCount: 1 }),
      bulkWrite: () => Promise.resolve({ matchedCount: 0 }),
      find: () => ({ toArray: () => Promise.resolve(IDS.map((id) => ({ ...row(id), marks: full }))) }),
    });
    const ends = await Promise.allSettled(IDS.slice(0, 3).map((id) => step(rows, id, 0, 'x')));
    expect(ends[1]?.status === 'rejected' && ends[1].reason).to.be.instanceOf(OutageError);
  });
});
