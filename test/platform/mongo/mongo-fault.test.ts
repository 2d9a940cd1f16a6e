import { expect } from 'chai';
import { openMongo, type Mongo } from '../../../src/platform/mongo/mongo.js';
import { probeMongo } from '../../../src/platform/process/readiness.js';
import { playMongo, primaryOf } from '../../support/played-mongo.js';
import { until } from '../../support/until.js';

/** One member of the replica set `rs0`, as a driver sees it. */
async function startMember() {
  let isPrimary = false;
  const { host, end } = await playMongo(undefined, (self) => ({
    ...primaryOf('rs0')(self),
    ...{ ismaster: isPrimary, isWritablePrimary: isPrimary, secondary: !isPrimary },
    ...(isPrimary ? {} : { primary: undefined }),
  }));
  return { host, end, become: (role: 'primary' | 'secondary') => void (isPrimary = role === 'primary') };
}

describe('a replica set without a primary', () => {
  const NO_PRIMARY = 'the replica set rs0 has no primary';
  let member: Awaited<ReturnType<typeof startMember>>;
  let mongo: Mongo;
  let said: string[];

  beforeEach(async () => {
    member = await startMember();
    said = [];
  });
  afterEach(async () => {
    await mongo.close();
    await member.end();
  });

  const open = (): Mongo => {
    const say = (...args: readonly unknown[]): void => void said.push(String(args.at(-1)));
    const log = { info: say, warn: say, error: say } as unknown as Parameters<typeof openMongo>[2];
    mongo = openMongo(`mongodb://${member.host}/?replicaSet=rs0`, 'edge', log);
    return mongo;
  };

  it('is named by /readyz and the log while a process waits for it', async () => {
    const { connection, opened } = open();
    await until(() => said.includes(`waiting for MongoDB at MONGO_URL: ${NO_PRIMARY}`), 'the log says it');
    expect(await probeMongo(connection)()).to.equal(NO_PRIMARY);
    member.become('primary');
    await opened;
    expect(await probeMongo(connection)()).to.equal(undefined);
  });

  it('is named by both when the primary steps down, and forgotten when there is one again', async () => {
    member.become('primary');
    const { connection, opened } = open();
    await opened;
    member.become('secondary');
    await until(() => said.includes(`MongoDB takes no writes: ${NO_PRIMARY}`), 'the log says it');
    expect(await probeMongo(connection)()).to.equal(NO_PRIMARY);
    member.become('primary');
    await until(() => said.includes('MongoDB is there'), 'the log says that it is over');
    expect(await probeMongo(connection)()).to.equal(undefined);
    expect(said).to.have.length(2);
  });

  it('differs from one of which no server answers', async () => {
    member.become('primary');
    const { connection, opened } = open();
    await opened;
    await member.end();
    const gone = `no server of ${member.host} answers`;
    await until(() => said.includes(`MongoDB takes no writes: ${gone}`), 'the log says it');
    expect(await probeMongo(connection)()).to.equal(gone);
  });
});
