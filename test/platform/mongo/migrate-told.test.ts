import { expect } from 'chai';
import { INDEXES, indexedCollections } from '../../../src/platform/mongo/indexes.js';
import { migrate } from '../../../src/platform/mongo/migrations.js';
import { openMongo } from '../../../src/platform/mongo/mongo.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { playMongo, primaryOf, type Doc, type Play } from '../../support/played-mongo.js';
import { silentLog, TEST_SECRET } from '../../support/services.js';

const identities = createIdentities(TEST_SECRET);

describe('what migrate tells, and asks of a server', function () {
  this.timeout(60_000);

  async function migrated(
    told: Parameters<typeof migrate>[2],
    play?: Play,
    hello?: (host: string) => Doc,
  ): Promise<readonly Doc[]> {
    const server = await playMongo(play, hello);
    const mongo = openMongo(`mongodb://${server.host}/leadkeep`, 'operator', silentLog);
    try {
      await mongo.opened;
      await migrate(mongo.connection, identities, told);
      return server.sent;
    } finally {
      await mongo.close();
      await server.end();
    }
  }
  const quorumsOf = (sent: readonly Doc[]): unknown[] => [
    ...new Set(sent.filter((one) => 'createIndexes' in one).map((one) => one['commitQuorum'])),
  ];

  it('a replica set builds indexes with a majority of its members, not with all', async () => {
    expect(quorumsOf(await migrated({}, undefined, primaryOf('rs0')))).to.deep.equal(['majority']);
  });

  it('a router passes that on to its shards', async () => {
    const router = (): Doc => ({ msg: 'isdbgrid' });
    expect(quorumsOf(await migrated({}, undefined, router))).to.deep.equal(['majority']);
  });

  it('a single server is asked for no quorum, which it would refuse', async () => {
    expect(quorumsOf(await migrated({}))).to.deep.equal([undefined]);
  });

  it('the collection whose indexes take long is named, with the time since when', async () => {
    let say = (_line: string): void => undefined;
    const heard = new Promise<string>((resolve) => {
      say = resolve;
    });
    let isHeld = false;
    const [slow] = indexedCollections();
    const sent = await migrated(
      {
        say: (line) => {
          say(line);
        },
        everyMs: 5,
      },
      (command, verb) => {
        if (isHeld || verb !== 'createIndexes' || command[verb] !== slow) return undefined;
        isHeld = true;
        return heard.then(() => ({ ok: 1 }));
      },
    );
    expect(await heard).to.match(
      new RegExp(`^building the indexes of ${slow} since \\d{4}-\\d\\d-\\d\\dT.*Z; `),
    );
    const names = sent.flatMap(({ createIndexes: of, indexes = [] }) =>
      (indexes as readonly { readonly name: string }[]).map(({ name }) => `${String(of)}.${name}`),
    );
    expect(names).to.have.members(INDEXES.map(({ collection, name }) => `${collection}.${name}`));
  });

  for (const [told, refused] of [
    [{ version: '7.0.14' }, 'MongoDB 7.0'],
    [{ version: '6.0.4' }, 'MongoDB 6.0'],
    [{ version: '7.0.77', ferretdb: { version: 'v2.5.0' } }, 'FerretDB 2.5'],
    [{ version: '7.0.77', ferretdb: { version: 'v1.24.0' } }, 'FerretDB 1.24'],
    [{ version: '8.0.28' }, undefined],
    [{ version: '8.2.6' }, undefined],
    [{ version: '7.0.77', ferretdb: { version: 'v2.7.0' } }, undefined],
    [{ version: '7.0.77', ferretdb: { version: 'unknown' } }, undefined],
  ] as const)
    it(`${JSON.stringify(told)}: ${refused ?? 'fine'}`, async () => {
      const play: Play = (_, verb) => (verb === 'buildInfo' ? { ...told, ok: 1 } : undefined);
      const end = await migrated({}, play).then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      );
      expect(end).to.equal(
        refused &&
          `Settings: MONGO_URL leads to ${refused}: Leadkeep needs MongoDB 8.0 or newer, or FerretDB 2.7 or newer.`,
      );
    });

  it('the pages name the same versions, and the launcher starts no older server', async () => {
    const { readFileSync } = await import('node:fs');
    for (const page of ['docs/deployment.md', 'docs/services.md', 'docs/reference/settings.md'])
      expect(readFileSync(page, 'utf8'), page)
        .to.contain('MongoDB 8.0 or newer')
        .and.to.contain('FerretDB 2.7');
    expect(readFileSync('scripts/services/ways/path.mjs', 'utf8')).to.contain("atLeast('mongod', 8,");
  });
});
