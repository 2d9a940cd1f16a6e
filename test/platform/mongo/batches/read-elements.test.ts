import { expect } from 'chai';
import type { Connection } from 'mongoose';
import {
  BATCH_OPTIONS,
  batchedCollection,
} from '../../../../src/platform/mongo/batches/batched-collection.js';
import type { PlainCollection } from '../../../../src/platform/mongo/plain-collection.js';
import { countCommands } from '../../../support/count-commands.js';
import { privateServices } from '../../../support/services.js';

interface Row {
  readonly _id: string;
}
const IDS = Array.from({ length: 8 }, (_, i) => `r${i}`);

describe('reads of one element of a list, in batches', function () {
  this.timeout(60_000);
  const services = privateServices();
  let connection: Connection;
  let rows: PlainCollection<Row>;
  before(async () => {
    connection = await services.connection();
    const native = connection.collection('rows') as unknown as PlainCollection<Row>;
    rows = batchedCollection(native, BATCH_OPTIONS);
    await native.insertMany(
      IDS.map((_id) => ({ _id, n: 0, more: 1, parts: [{ id: `${_id}-a` }, { id: `${_id}-b`, is: 'b' }] })),
      { ordered: false },
    );
  });
  after(() => services.close());

  const read = (_id: string, element: string) =>
    rows.findOne({ _id }, { projection: { n: 1, parts: { $elemMatch: { id: element } } } });
  const second = (_id: string) => ({ _id, n: 0, parts: [{ id: `${_id}-b`, is: 'b' }] });

  it('leave together, two of one record one after the other', async () => {
    const count = countCommands(connection);
    const { names, result } = await count.during(() =>
      Promise.all([...IDS.map((id) => read(id, `${id}-b`)), read('r1', 'r1-a'), read('r2', 'not there')]),
    );
    expect(names).to.deep.equal(['find', 'find']);
    expect(result).to.deep.equal([
      ...IDS.map(second),
      { _id: 'r1', n: 0, parts: [{ id: 'r1-a' }] },
      { _id: 'r2', n: 0 },
    ]);
  });

  it("give each its own, also while others ask for a record's elements elsewhere", async () => {
    const asked = [...IDS.map((id) => [id, `${id}-b`]), ['nobody', 'r1-a'], ['r9', 'r2-a']] as const;
    const result = await Promise.all(asked.map(([id = '', element = '']) => read(id, element)));
    expect(result).to.deep.equal([...IDS.map(second), null, null]);
  });
});
