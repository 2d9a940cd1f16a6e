import { expect } from 'chai';
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

  it('makes all of it, and may be repeated and run twice at once', async function () {
    this.timeout(60_000);
    const connection = await services.connection();
    await Promise.all([migrate(connection, ours), migrate(connection, ours)]);
    expect(await missingMigrations(connection)).to.deep.equal([]);
    await migrate(connection, ours);
    expect(await connection.collection('meta').distinct('_id')).to.have.members([
      'schema',
      'books',
      'tracking_keys',
    ]);
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
