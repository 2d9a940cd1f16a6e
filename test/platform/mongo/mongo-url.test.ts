import { expect } from 'chai';
import { wrongMongoOption } from '../../../src/platform/mongo/mongo-url.js';
import { openMongo } from '../../../src/platform/mongo/mongo.js';
import { SettingsError } from '../../../src/platform/process/settings.js';
import { privateServices, silentLog } from '../../support/services.js';

const MECHANISMS =
  'its option authMechanism can only be DEFAULT or SCRAM-SHA-256 or SCRAM-SHA-1 or MONGODB-X509 or MONGODB-OIDC or PLAIN';
const NONE = 'none of those in docs/reference/settings.md';

describe('options of MONGO_URL', () => {
  const cases: readonly (readonly [query: string, wrong: string | undefined])[] = [
    ['', undefined],
    ['?retryWrites=true&w=majority&appName=Cluster0', undefined],
    ['?replicaSet=rs0&authSource=admin&tls=true&tlsCAFile=%2Fca.pem', undefined],
    ['?readPreference=primary&readConcernLevel=majority&journal=true', undefined],
    ['?directConnection=false', undefined],
    ['?compressors=zlib,none&authMechanism=SCRAM-SHA-256', undefined],
    ['?compressors=zlib,snappy', 'its option compressors can only be zlib or none'],
    ['?compressors=zstd', 'its option compressors can only be zlib or none'],
    ...['MONGODB-AWS', 'GSSAPI'].map((one) => [`?authMechanism=${one}`, MECHANISMS] as const),
    ['?readPreference=secondaryPreferred', 'its option readPreference can only be primary'],
    ['?READPREFERENCE=nearest', 'its option readPreference can only be primary'],
    ['?readConcernLevel=available', 'its option readConcernLevel can only be majority'],
    ['?readConcernLevel=local', 'its option readConcernLevel can only be majority'],
    ['?journal=false', 'its option journal can only be true'],
    ['?w=1', 'its option w can only be majority'],
    ['?tls=true&w=0', 'its option w can only be majority'],
    ['?directConnection=true', 'its option directConnection can only be false'],
    ['?maxStalenessSeconds=90', `its option maxStalenessSeconds is ${NONE}`],
    ['?readPreferenceTags=dc:ny', `its option readPreferenceTags is ${NONE}`],
    ['?wtimeoutMS=1', `its option wtimeoutMS is ${NONE}`],
    ['?j=false', `its option j is ${NONE}`],
    ['?fsync=false', `its option fsync is ${NONE}`],
    ['?socketTimeoutMS=1', `its option socketTimeoutMS is ${NONE}`],
    ['?tlsInsecure=true', `its option tlsInsecure is ${NONE}`],
    ['?loadBalanced=true', `its option loadBalanced is ${NONE}`],
    ['?s3cr%C3%A9t=1', `its option (unreadable) is ${NONE}`],
    ['?%6Aournal=false', 'its option journal can only be true'],
  ];
  for (const start of [
    'mongodb://root:a?b=c&d@db1.example:27017,db2.example/leads',
    'mongodb+srv://db.example/',
  ])
    for (const [query, wrong] of cases)
      it(`${start.split(':')[0]} ${query}: ${wrong ?? 'fine'}`, () => {
        expect(wrongMongoOption(`${start}${query}`)).to.equal(wrong);
      });

  it('stop the connection before it is made, with one sentence that quotes no password, host or value', async () => {
    const url = 'mongodb://root:s3cr3t@db.example/leads?w=0';
    const mongo = openMongo(url, 'edge', silentLog);
    const error: unknown = await mongo.opened.catch((reason: unknown) => reason);
    await mongo.close();
    expect(error).to.be.instanceOf(SettingsError);
    expect((error as Error).message).to.equal(
      "Settings: MONGO_URL can't be used: its option w can only be majority.",
    );
  });

  for (const password of ['p@ss', 'pa/ss', 'pa#ss', 'p:ss', 'p%ss', '@', '/'])
    it(`are not looked for behind an unescaped password (${password}), whose parts nobody is shown`, async () => {
      const mongo = openMongo(`mongodb://leadkeep:${password}@mongo:27017/leadkeep`, 'edge', silentLog);
      const error: unknown = await mongo.opened.catch((reason: unknown) => reason);
      await mongo.close();
      expect(error).to.be.instanceOf(SettingsError);
      expect((error as Error).message).to.match(/^Settings: MONGO_URL can't be used: write @ .* as %40 /);
    });
});

describe('reads and writes that decide', () => {
  const services = privateServices();
  after(() => services.close());

  it('ask for the majority, and reads for the primary', async () => {
    const connection = await services.connection();
    const { readConcern, writeConcern, readPreference } = connection.getClient().options;
    expect(readConcern?.level).to.equal('majority');
    expect(readPreference.mode).to.equal('primary');
    expect([writeConcern?.w, writeConcern?.journal]).to.deep.equal(['majority', true]);
    const sent: unknown[] = [];
    const note = ({ command }: { command: Record<string, unknown> }) => sent.push(command['readConcern']);
    connection.getClient().on('commandStarted', note);
    await connection.collection('meta').findOne({});
    expect(sent).to.deep.equal([{ level: 'majority' }]);
  });
});
