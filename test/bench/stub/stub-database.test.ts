import { expect } from 'chai';
import { mongo } from 'mongoose';
import { openDatabase, type StubDatabase } from '../../../bench/stub/mongo/open-database.js';

interface Row {
  readonly _id: string;
  readonly [member: string]: unknown;
}

describe('the stub in place of MongoDB, to the real driver', () => {
  let stub: StubDatabase;
  let client: mongo.MongoClient;
  let rows: mongo.Collection<Row>;

  before(async () => {
    stub = await openDatabase(1);
    client = await new mongo.MongoClient(stub.url).connect();
  });
  beforeEach(async () => {
    await client.db('one').dropDatabase();
    rows = client.db('one').collection<Row>('rows');
  });
  after(async () => {
    await client.close();
    await stub.close();
  });

  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: unknown) => (error as mongo.MongoServerError).code,
    );

  it('keeps what it is given, each database for itself', async () => {
    const at = new Date(1_700_000_000_000);
    const row = {
      _id: 'a',
      number: 1,
      share: 0.5,
      at,
      bytes: new mongo.Binary(Buffer.from('abc')),
      list: [{ x: null }],
    };
    await rows.insertOne(row);
    expect(await rows.findOne({ _id: 'a' })).to.deep.equal(row);
    expect(await client.db('other').collection<Row>('rows').findOne({ _id: 'a' })).to.equal(null);
  });

  it('refuses a second document of an id, and takes the others', async () => {
    await rows.insertOne({ _id: 'a' });
    expect(await codeOf(rows.insertOne({ _id: 'a' }))).to.equal(11_000);
    const three = ['a', 'b', 'c'].map((_id) => ({ _id }));
    expect(await codeOf(rows.insertMany(three, { ordered: false }))).to.equal(11_000);
    expect(await rows.countDocuments({})).to.equal(3);
  });

  it('keeps unique indexes, also partial ones, and leaves what it refuses as it was', async () => {
    const where = { n: { $exists: true } };
    await rows.createIndex({ n: 1 }, { name: 'n', unique: true, partialFilterExpression: where }, undefined);
    await rows.insertMany([{ _id: 'a', n: 1 }, { _id: 'b', n: 2 }, { _id: 'c' }, { _id: 'd' }]);
    expect(await codeOf(rows.updateOne({ _id: 'b' }, { $set: { n: 1, x: 1 } }))).to.equal(11_000);
    expect(await rows.findOne({ _id: 'b' })).to.deep.equal({ _id: 'b', n: 2 });
    await rows.updateOne({ _id: 'a' }, { $unset: { n: 1 } });
    expect(await codeOf(rows.updateOne({ _id: 'b' }, { $set: { n: 1 } }))).to.equal('done');
    expect((await rows.indexes()).map(({ name }) => name)).to.deep.equal(['_id_', 'n']);
  });

  it('finds by a partial index what was put into it and not taken out', async () => {
    await rows.createIndex(
      { 'owed.at': 1 },
      { name: 'owed', partialFilterExpression: { 'owed.at': { $exists: true } } },
      undefined,
    );
    const at = (seconds: number) => ({ at: new Date(seconds * 1_000) });
    await rows.insertMany([
      { _id: 'a', owed: [at(2)] },
      { _id: 'b', owed: [at(1)] },
      { _id: 'c', owed: [] },
    ]);
    await rows.updateOne({ _id: 'a' }, { $pull: { owed: at(2) } } as object);
    await rows.updateOne({ _id: 'c' }, { $push: { owed: at(3) } } as object);
    const owing = rows.find({ 'owed.at': { $gte: new Date(0) } }).sort({ 'owed.at': -1 });
    expect((await owing.toArray()).map(({ _id }) => _id)).to.deep.equal(['c', 'b']);
  });

  const updates: readonly (readonly [string, object, object, object, object | null])[] = [
    ['a condition that does not hold', { n: 1 }, { n: 2 }, { $set: { n: 3 } }, null],
    [
      'set, unset, inc',
      { n: 1, x: 1 },
      { n: 1 },
      { $set: { 'm.k': 2 }, $unset: { x: 1 }, $inc: { n: 1 } },
      { n: 2, m: { k: 2 } },
    ],
    [
      'a push that keeps the newest',
      { marks: ['a', 'b'] },
      {},
      { $push: { marks: { $each: ['c', 'd'], $slice: -3 } } },
      { marks: ['b', 'c', 'd'] },
    ],
    [
      'a pull',
      {
        owed: [
          { k: 'x', n: 1 },
          { k: 'y', n: 1 },
        ],
      },
      {},
      { $pull: { owed: { k: 'x', n: 1 } } },
      { owed: [{ k: 'y', n: 1 }] },
    ],
    [
      'the element that matched',
      {
        slots: [
          { l: 1, s: 'a' },
          { l: 2, s: 'a' },
        ],
      },
      { slots: { $elemMatch: { l: 2, s: 'a' } } },
      { $set: { 'slots.$.s': 'b' } },
      {
        slots: [
          { l: 1, s: 'a' },
          { l: 2, s: 'b' },
        ],
      },
    ],
    ['a full list', { slots: [1, 2] }, { 'slots.1': { $exists: false } }, { $push: { slots: 3 } }, null],
    [
      'none of several',
      { slots: [{ t: 'x' }] },
      { $nor: [{ slots: { $elemMatch: { t: { $in: ['x'] } } } }] },
      { $set: { n: 1 } },
      null,
    ],
    ['the size of a list', { list: [1, 2] }, { list: { $size: 2 } }, { $unset: { list: 1 } }, {}],
  ];
  for (const [what, before, filter, update, after] of updates)
    it(`updates by ${what}`, async () => {
      await rows.insertOne({ _id: 'a', ...before });
      const { matchedCount } = await rows.updateOne({ _id: 'a', ...filter }, update);
      expect(matchedCount).to.equal(after === null ? 0 : 1);
      expect(await rows.findOne({ _id: 'a' })).to.deep.equal({ _id: 'a', ...(after ?? before) });
    });

  it('updates by a pipeline, and gives the document after it', async () => {
    await rows.insertOne({ _id: 'a', runs: 1, state: 'new' });
    const steps = [
      { $set: { runs: { $add: ['$runs', 1] }, from: '$state', was: { $ifNull: ['$by', 'nobody'] } } },
    ];
    const after = await rows.findOneAndUpdate({ _id: 'a', state: 'new' }, steps, { returnDocument: 'after' });
    expect(after).to.deep.equal({ _id: 'a', runs: 2, state: 'new', from: 'new', was: 'nobody' });
    const none = await rows.findOneAndUpdate({ _id: 'a', state: 'done' }, steps, { returnDocument: 'after' });
    expect(none).to.equal(null);
  });

  it('makes what an upsert does not find, or fails if it is there and does not match', async () => {
    const take = (owner: string) =>
      rows.updateOne(
        { _id: 'lease', owner },
        { $set: { until: 1 }, $setOnInsert: { made: true } },
        { upsert: true },
      );
    expect((await take('me')).upsertedId).to.equal('lease');
    expect((await take('me')).matchedCount).to.equal(1);
    expect(await codeOf(take('you'))).to.equal(11_000);
    expect(await rows.findOne({})).to.deep.equal({ _id: 'lease', owner: 'me', until: 1, made: true });
  });

  it('runs a bulk in order until the first that fails, or all of it', async () => {
    const bulk = ['a', 'a', 'b'].map((_id) => ({ insertOne: { document: { _id } } }));
    expect(await codeOf(rows.bulkWrite(bulk, { ordered: true }))).to.equal(11_000);
    expect(await rows.countDocuments({})).to.equal(1);
    expect(await codeOf(rows.bulkWrite(bulk, { ordered: false }))).to.equal(11_000);
    expect(await rows.countDocuments({})).to.equal(2);
    const { deletedCount } = await rows.bulkWrite([{ deleteOne: { filter: { _id: 'a' } } }]);
    expect(deletedCount).to.equal(1);
  });

  it('reads by ids, in parts, with a projection and in an order', async () => {
    await rows.insertMany(
      Array.from({ length: 250 }, (_, n) => ({ _id: `r${n}`, n, list: [{ id: 'x' }, { id: 'y' }] })),
    );
    const some = await rows.find({ _id: { $in: ['r1', 'r9', 'none'] } }, { projection: { n: 1 } }).toArray();
    expect(some).to.deep.equal([
      { _id: 'r1', n: 1 },
      { _id: 'r9', n: 9 },
    ]);
    const all = await rows.find({}).sort({ n: -1 }).toArray();
    expect(all.map(({ n }) => n)).to.deep.equal(Array.from({ length: 250 }, (_, n) => 249 - n));
    const element = { projection: { list: { $elemMatch: { id: 'y' } } } };
    expect(await rows.findOne({ _id: 'r5' }, element)).to.deep.equal({ _id: 'r5', list: [{ id: 'y' }] });
    const groups = rows.aggregate([
      { $match: { n: { $lt: 4 } } },
      { $group: { _id: null, sum: { $sum: '$n' } } },
    ]);
    expect(await groups.toArray()).to.deep.equal([{ _id: null, sum: 6 }]);
  });
});
