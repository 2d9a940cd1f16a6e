import { expect } from 'chai';
import { mongo } from 'mongoose';
import { INDEXES } from '../../../src/platform/mongo/indexes.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import {
  checkFingerprint,
  migrate,
  missingMigrations,
  SCHEMA_VERSION,
  wasMigrated,
} from '../../../src/platform/mongo/migrations.js';
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
    expect(await connection.collection('meta').distinct('_id')).to.have.members(['schema', 'books']);
    const indexes = await connection.collection('verification_answers').indexes();
    expect(indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds === 0)).to.have.length(1);
  });

  it('tries again when the database does not find a collection that it created a moment ago', async () => {
    const connection = await services.connection();
    const fails = { times: 2 };
    const leads = connection.collection('leads');
    const blind = new Proxy(leads, {
      get: (of, name) =>
        name === 'createIndexes' && fails.times > 0
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

  const setVersion = async (version: number): Promise<void> => {
    const meta = (await services.connection()).collection('meta');
    await meta.updateOne({ version: { $exists: true } }, { $set: { version } });
  };

  it('notices an index that was dropped, and takes the version of a newer release, which migrates first', async () => {
    const connection = await services.connection();
    await migrate(connection, ours);
    await connection.collection('leads').dropIndex('due');
    await setVersion(SCHEMA_VERSION + 1);
    expect(await missingMigrations(connection)).to.deep.equal(['leads.due']);
    await migrate(connection, ours);
    expect(await missingMigrations(connection)).to.deep.equal([]);
    expect(await connection.collection('meta').findOne({ version: SCHEMA_VERSION + 1 })).to.not.equal(null);
  });

  it('refuses the database of a pre-release in one sentence, and changes nothing', async () => {
    const connection = await services.connection();
    await migrate(connection, ours);
    await connection.collection('leads').dropIndex('due');
    await setVersion(4);
    for (const refused of [migrate, wasMigrated]) {
      const error = await refused(connection, ours).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(SettingsError);
      expect((error as Error).message).to.match(/^Settings: MONGO_URL .+ pre-release [^.]+\.$/);
    }
    expect(await connection.collection('leads').indexExists('due')).to.equal(false);
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
