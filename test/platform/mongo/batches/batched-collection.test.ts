import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../../../../src/platform/mongo/stores/duplicate-key.js';
import { IDS, inBatches, row, step, type Row, type Rows } from '../../../support/batched-rows.js';
import { countCommands } from '../../../support/count-commands.js';
import { privateServices } from '../../../support/services.js';

describe('a collection with batches', () => {
  const services = privateServices();
  let connection: Connection;
  let native: Rows;
  const open = (): Rows => inBatches(native);

  before(async () => {
    connection = await services.connection();
    native = connection.collection('rows') as unknown as Rows;
  });
  beforeEach(() => connection.collection('rows').deleteMany({}));
  after(() => services.close());

  const all = async (): Promise<ReadonlyMap<string, Row>> =>
    new Map((await native.find({}).toArray()).map((one) => [one._id, one]));

  it('sends what comes together as one command', async () => {
    const rows = open();
    const count = countCommands(connection);
    const { names } = await count.during(() => Promise.all(IDS.map((id) => rows.insertOne(row(id)))));
    expect(names).to.deep.equal(['insert']);
    const updated = await count.during(() => Promise.all(IDS.map((id) => step(rows, id, 0, 'x'))));
    expect(updated.names).to.deep.equal(['update']);
    expect(updated.result.map(({ matchedCount }) => matchedCount)).to.deep.equal(IDS.map(() => 1));
    const read = await count.during(() => Promise.all(IDS.map((_id) => rows.findOne({ _id }))));
    expect(read.names).to.deep.equal(['find']);
    expect(read.result.map((one) => one?.log)).to.deep.equal(IDS.map(() => ['x']));
  });

  it('tells of each update whether it matched, also when several processes race', async () => {
    await Promise.all(IDS.map((id) => native.insertOne(row(id))));
    const processes = [open(), open(), open()];
    const told: { readonly id: string; readonly name: string; readonly did: boolean }[] = [];
    for (let n = 0; n < 6; n += 1) {
      const tries = processes.flatMap((rows, at) =>
        IDS.flatMap((id) =>
          [0, 1].map(async (twice) => {
            const name = `${n}.${at}.${twice}`;
            const { matchedCount } = await step(rows, id, n, name);
            told.push({ id, name, did: matchedCount === 1 });
          }),
        ),
      );
      await Promise.all(tries);
    }
    const stored = await all();
    for (const id of IDS) {
      expect(stored.get(id)?.n).to.equal(6);
      const did = told.filter((one) => one.id === id && one.did).map(({ name }) => name);
      expect([...did].sort()).to.deep.equal([...(stored.get(id)?.log ?? [])].sort());
    }
  });

  it('gives a record to one taker, whoever takes it when', async () => {
    await Promise.all(IDS.map((id) => native.insertOne(row(id))));
    const processes = [open(), open()];
    const runs = { $add: ['$runs', 1] };
    const take = async (rows: Rows, _id: string, by: string, free: number): Promise<string | undefined> => {
      const found = await rows.findOneAndUpdate(
        { _id, runs: free },
        [{ $set: { runs, taken: { by, run: runs } } }],
        { returnDocument: 'after' },
        (one) => one.taken?.by === by && one.taken.run === one.runs,
      );
      return found === null ? undefined : by;
    };
    for (let free = 0; free < 4; free += 1) {
      const takers = await Promise.all(
        processes.flatMap((rows, at) =>
          IDS.map(async (id) => ({ id, by: await take(rows, id, `${free}.${at}`, free) })),
        ),
      );
      const stored = await all();
      for (const id of IDS) {
        const took = takers.filter((one) => one.id === id && one.by !== undefined).map(({ by }) => by);
        expect(took).to.deep.equal([stored.get(id)?.taken?.by]);
      }
    }
  });

  it('fails only the operation that is at fault', async () => {
    const rows = open();
    await Promise.all(IDS.map((id) => rows.insertOne(row(id))));
    const inserts = await Promise.allSettled(
      ['new 1', 'r3', 'new 2', 'new 3'].map((id) => rows.insertOne(row(id))),
    );
    expect(inserts.map(({ status }) => status)).to.deep.equal([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(inserts.map((end) => end.status === 'rejected' && isDuplicateKey(end.reason))).to.deep.equal([
      false,
      true,
      false,
      false,
    ]);
    const updates = await Promise.allSettled([
      step(rows, 'r0', 0, 'first'),
      step(rows, 'r1', 0, 'good'),
      rows.updateOne({ _id: 'r2' }, { $push: { n: 'not a list' } }),
      rows.updateOne({ _id: 'r3' }, { $nonsense: { n: 1 } }),
      step(rows, 'r4', 7, 'does not match'),
      step(rows, 'r5', 0, 'good'),
    ]);
    expect(
      updates.map((end) => (end.status === 'fulfilled' ? end.value.matchedCount : 'failed')),
    ).to.deep.equal([1, 1, 'failed', 'failed', 0, 1]);
  });

  /** Steps that make each record, or step it from `n`. The upsert of a record with another `n` fails. */
  const listOf = (ids: readonly string[], name: string, n = 0) =>
    ids.map((_id) => ({
      updateOne: { filter: { _id, n }, update: { $push: { log: name } }, upsert: true },
    }));

  it('sends ordered lists together, and ends only the list that fails', async () => {
    const rows = open();
    await native.insertOne({ ...row('taken'), n: 5 });
    const count = countCommands(connection);
    const lists = [['a1'], ['b1', 'b2'], ['c1', 'taken', 'c2'], ['d1', 'd2'], ['e1', 'taken'], ['f1']];
    const { names, result } = await count.during(() =>
      Promise.allSettled(lists.map((ids, at) => rows.bulkWrite(listOf(ids, `${at}`), { ordered: true }))),
    );
    // Until the first failure, until the second one, and the rest.
    expect(names).to.deep.equal(['update', 'update', 'update']);
    expect(result.map((end) => end.status === 'fulfilled' || isDuplicateKey(end.reason))).to.deep.equal(
      lists.map(() => true),
    );
    expect(result.map(({ status }) => status === 'fulfilled')).to.deep.equal([
      true,
      true,
      false,
      true,
      false,
      true,
    ]);
    const stored = await all();
    expect([...stored.keys()].sort()).to.deep.equal(
      ['a1', 'b1', 'b2', 'c1', 'd1', 'd2', 'e1', 'f1', 'taken'].sort(),
    );
    expect(stored.get('taken')?.log).to.deep.equal([]);
    expect([...stored.values()].flatMap(({ log }) => log).length).to.equal(8);
  });

  it('inserts the documents of all callers together, and tells those of whom one is there', async () => {
    const rows = open();
    await native.insertOne(row('taken'));
    const count = countCommands(connection);
    const lists = [['a1', 'a2'], ['b1', 'taken', 'b2'], ['c1']];
    const { names, result } = await count.during(() =>
      Promise.allSettled(lists.map((ids) => rows.insertMany(ids.map(row), { ordered: false }))),
    );
    expect(names).to.deep.equal(['insert']);
    expect(
      result.map((end) => (end.status === 'fulfilled' ? 'done' : isDuplicateKey(end.reason))),
    ).to.deep.equal(['done', true, 'done']);
    expect([...(await all()).keys()].sort()).to.deep.equal(['a1', 'a2', 'b1', 'b2', 'c1', 'taken']);
  });

  it('gives equal lists to one of several processes', async () => {
    const processes = [open(), open(), open()];
    for (let turn = 0; turn < 8; turn += 1) {
      const ids = [`${turn}a`, `${turn}b`, `${turn}c`];
      const ends = await Promise.all(
        processes.flatMap((rows, at) =>
          [0, 1, 2].map(async (own) => {
            const others = [`${turn}-${at}-${own}`];
            const steps = ids.map((_id) => ({
              updateOne: {
                filter: { _id, n: 0 },
                update: { $set: { n: 1 }, $push: { log: `${at}.${own}` } },
                upsert: true,
              },
            }));
            const alone = rows.bulkWrite(listOf(others, 'own'), { ordered: true });
            const won = await rows.bulkWrite(steps, { ordered: true }).then(
              () => true,
              () => false,
            );
            await alone;
            return won ? `${at}.${own}` : undefined;
          }),
        ),
      );
      const winners = ends.filter((one) => one !== undefined);
      const stored = await all();
      for (const id of ids) expect(stored.get(id)?.log).to.deep.equal(winners);
      expect(winners).to.have.length(1);
    }
  });

  it('reads lists of ids together, and gives each caller its own', async () => {
    const rows = open();
    await Promise.all(IDS.map((id) => native.insertOne(row(id))));
    const count = countCommands(connection);
    const { names, result } = await count.during(() =>
      Promise.all(
        [['r0'], ['r1', 'r2', 'none'], ['r2'], []].map((ids) => rows.find({ _id: { $in: ids } }).toArray()),
      ),
    );
    expect(names).to.deep.equal(['find']);
    expect(result.map((some) => some.map(({ _id }) => _id))).to.deep.equal([
      ['r0'],
      ['r1', 'r2'],
      ['r2'],
      [],
    ]);
  });

  it('reads many records in one answer', async () => {
    const rows = open();
    const many = Array.from({ length: 192 }, (_, n) => `m${n}`);
    await native.insertMany(many.map(row), { ordered: false });
    const count = countCommands(connection);
    const lists = Array.from({ length: 64 }, (_, n) => many.slice(3 * n, 3 * n + 3));
    const { names, result } = await count.during(() =>
      Promise.all(lists.map((ids) => rows.find({ _id: { $in: ids } }).toArray())),
    );
    expect(names).to.deep.equal(['find']);
    expect(result.map((some) => some.map(({ _id }) => _id))).to.deep.equal(lists);
  });
});
