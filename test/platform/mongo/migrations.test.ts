import { expect } from 'chai';
import { mongo } from 'mongoose';
import { INDEXES } from '../../../src/platform/mongo/indexes.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { checkFingerprint, migrate, missingMigrations } from '../../../src/platform/mongo/migrations.js';
import { SettingsError } from '../../../src/platform/process/settings.js';
import { privateServices } from '../../support/services.js';

const ours = createIdentities('our secret, of more than thirty-two characters');
const other = createIdentities('another secret, of more than thirty-two characters');

describe('migrations', () => {
  const services = privateServices();
  afterEach(async () => {
    await (await services.connection()).dropDatabase();
  });
  after(() => services.close());

  it('names everything that is missing from an empty database', async () => {
    const missing = await missingMigrations(await services.connection());
    expect(missing).to.have.members([
      'schema version',
      ...INDEXES.map(({ collection, name }) => `${collection}.${name}`),
    ]);
  });

  it('makes all of it, and may be repeated and run twice at once', async () => {
    const connection = await services.connection();
    await Promise.all([migrate(connection, ours), migrate(connection, ours)]);
    expect(await missingMigrations(connection)).to.deep.equal([]);
    await migrate(connection, ours);
    expect(await connection.collection('meta').distinct('_id')).to.have.members([
      'schema',
      'books',
      'tracking_keys',
      'bound_keys',
      'partners_words',
      'posted_again',
    ]);
  });

  it('tries again when the database does not find a collection that it created a moment ago', async () => {
    const connection = await services.connection();
    const fails = { times: 2 };
    const leads = connection.collection('leads');
    const blind = new Proxy(leads, {
      get: (of, name) =>
        name === 'createIndex' && fails.times > 0
          ? () => {
              fails.times -= 1;
              throw new mongo.MongoServerError({ message: 'cannot be found', code: 26 });
            }
          : (Reflect.get(of, name, of) as unknown),
    });
    const collection = (name: string) => (name === 'leads' ? blind : connection.collection(name));
    const forgetful = new Proxy(connection, {
      get: (of, name) => (name === 'collection' ? collection : (Reflect.get(of, name, of) as unknown)),
    });
    await migrate(forgetful, ours);
    expect(fails.times).to.equal(0);
    expect(await missingMigrations(connection)).to.deep.equal([]);
  });

  it('notices an index that was dropped, and an older version', async () => {
    const connection = await services.connection();
    await migrate(connection, ours);
    await connection.collection('leads').dropIndex('due');
    await connection.collection('meta').updateOne({ version: { $exists: true } }, { $set: { version: 0 } });
    expect(await missingMigrations(connection)).to.deep.equal(['schema version', 'leads.due']);
    await migrate(connection, ours);
    expect(await missingMigrations(connection)).to.deep.equal([]);
  });

  it('makes a list of the one Idempotency-Key that a lead had before version 2', async () => {
    const connection = await services.connection();
    const leads = connection.collection<{ _id: string }>('leads');
    const keyOf = (key: string) => ({ key, body_hash: 'h', at: new Date(0) });
    await leads.insertMany([
      { _id: 'old', idempotency: keyOf('one') },
      { _id: 'new', idempotency: [keyOf('two')] },
      { _id: 'none' },
    ] as never);
    await migrate(connection, ours);
    expect(await leads.find().sort({ _id: 1 }).toArray()).to.deep.equal([
      { _id: 'new', idempotency: [keyOf('two')] },
      { _id: 'none' },
      { _id: 'old', idempotency: [keyOf('one')] },
    ]);
  });

  it('binds the Idempotency-Keys that leads list, and a day later removes their unique index', async () => {
    const connection = await services.connection();
    const leads = connection.collection<{ _id: string }>('leads');
    const keyOf = (key: string, at: Date) => ({ key, by: 'live', body_hash: 'h', at });
    const [today, old] = [new Date(), new Date(Date.now() - 2 * 86_400_000)];
    await leads.insertMany([
      { _id: 'a', affiliate_id: 'one', idempotency: [keyOf('k', today), keyOf('l', today)] },
      { _id: 'b', affiliate_id: 'two', idempotency: [keyOf('k', today), keyOf('expired', old)] },
    ] as never);
    const unique = { affiliate_id: 1, 'idempotency.key': 1 } as const;
    await leads.createIndex(unique, { name: 'idempotency', unique: true }, undefined);
    const boundBy = async (): Promise<unknown> => {
      const keys = connection.collection<{ _id: string; lead_id: string }>('idempotency_keys');
      return Object.fromEntries((await keys.find().toArray()).map(({ _id, lead_id }) => [_id, lead_id]));
    };
    for (let times = 0; times < 2; times += 1) {
      await migrate(connection, ours);
      expect(await boundBy()).to.deep.equal({ 'one:k': 'a', 'one:l': 'a', 'two:k': 'b' });
      expect(await leads.indexExists('idempotency'), 'the former build needs it').to.equal(true);
    }
    await connection.collection('meta').updateOne({ since: { $exists: true } }, { $set: { since: old } });
    for (let times = 0; times < 2; times += 1) {
      await migrate(connection, ours);
      expect(await leads.indexExists('idempotency')).to.equal(false);
    }
  });

  it('lets keys for all operations of before version 4 reconcile, once', async () => {
    const connection = await services.connection();
    await migrate(connection, ours);
    const keys = connection.collection<{ _id: string; id: string; operations: string[] }>('api_keys');
    const all = ['search', 'results', 'submit', 'dupe_check'];
    const key = (_id: string, operations: string[]) => ({ _id, id: _id, operations });
    await keys.insertMany([
      key('all', all),
      key('in another order', [...all].reverse()),
      key('some', ['search', 'results']),
      key('new', [...all, 'reconcile']),
    ]);
    const may = async (): Promise<string[]> =>
      (await keys.find({ operations: 'reconcile' }).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
    await connection.collection('meta').updateOne({ version: { $exists: true } }, { $set: { version: 3 } });
    await migrate(connection, ours);
    expect(await may()).to.deep.equal(['all', 'in another order', 'new']);
    await keys.insertOne(key('without, on purpose', all));
    await migrate(connection, ours);
    expect(await may()).to.deep.equal(['all', 'in another order', 'new']);
  });

  it('refuses another identity secret, before anything is changed', async () => {
    const connection = await services.connection();
    await checkFingerprint(connection, other);
    await migrate(connection, ours);
    await checkFingerprint(connection, ours);
    for (const refused of [checkFingerprint, migrate]) {
      const error = await refused(connection, other).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(SettingsError);
      expect((error as Error).message).to.match(/^Settings: IDENTITY_SECRET [^.]+\.$/);
    }
    await checkFingerprint(connection, ours);
  });
});
