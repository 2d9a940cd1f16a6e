import { expect } from 'chai';
import { openMongo, type Mongo } from '../../../src/platform/mongo/mongo.js';
import { privateServices, silentLog } from '../../support/services.js';

const MANY = 300;

/** FerretDB closes a connection to PostgreSQL for each read of several answers. */
describe('a read of more documents than the first answer has by itself', () => {
  const services = privateServices();
  let mongo: Mongo;
  const commands: string[] = [];

  before(async () => {
    mongo = openMongo(services.mongoUrl, 'worker', silentLog, { monitorCommands: true });
    await mongo.opened;
    await rows().insertMany(Array.from({ length: MANY }, (_, n) => ({ n })));
    mongo.connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName));
  });
  after(async () => {
    await mongo.close();
    await services.close();
  });
  beforeEach(() => commands.splice(0));

  const rows = () => mongo.connection.collection('rows');

  for (const [what, read] of [
    ['with a limit', () => rows().find({ n: { $gte: 0 } }, { limit: 2 * MANY })],
    [
      'sorted and with a limit',
      () =>
        rows()
          .find({})
          .sort({ n: 1 })
          .limit(2 * MANY),
    ],
    ['of all', () => rows().find({})],
  ] as const)
    it(`takes one command, ${what}`, async () => {
      expect(await read().toArray()).to.have.length(MANY);
      expect(commands).to.deep.equal(['find']);
    });

  it('comes in as many answers as it asks for', async () => {
    expect(await rows().find({}, { batchSize: 200 }).toArray()).to.have.length(MANY);
    expect(commands).to.deep.equal(['find', 'getMore']);
  });
});
