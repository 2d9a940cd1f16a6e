/**
 * A short rehearsal on real servers of MongoDB: what they do while Leadkeep sells, and how its commands find their documents. It is no
 * part of `npm test`; `npm run test:mongo` runs it (docs/deployment.md#what-was-tested).
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { mongo } from 'mongoose';
import { SHARDED, shardCollections } from '../../src/platform/mongo/sharding.js';
import { createClaimStore } from '../../src/platform/mongo/stores/claim-store.js';
import { createPersonStore } from '../../src/platform/mongo/person/person-store.js';
import { testLead } from '../support/records.js';
import { openSelling, type Selling } from '../support/selling.js';
import { shapeOf } from '../support/plans/plan.js';
import { SMALL } from '../support/plans/walks.js';

const url = process.env['MONGO_URL'] ?? '';
const containers = (process.env['LEADKEEP_MONGO_CONTAINERS'] ?? '').split(',').filter((name) => name !== '');
const docker = (...args: readonly string[]) => promisify(execFile)('docker', [...args]);

type Kind = 'single' | 'set' | 'cluster' | 'FerretDB';
type Doc = Readonly<Record<string, unknown>>;

/** So many records that a command which reads all of them is noticed. */
const OTHERS = 1_000;
const MOST = (returned: number): number => 3 * returned + 100;

const CODES = [91, 189, 10_107, 11_602];
const FAILED = { failCommands: ['insert', 'update', 'findAndModify'], appName: 'leadkeep' };
const HOWS: readonly (readonly [name: string, data: Doc])[] = [
  ...CODES.flatMap((code): (readonly [string, Doc])[] => [
    [`${code} as a command error`, { errorCode: code }],
    [`${code} as a write concern error`, { writeConcernError: { code, errmsg: 'played' } }],
  ]),
  ['a closed connection', { closeConnection: true }],
];

describe('a rehearsal on this server', function () {
  this.timeout(900_000);
  const client = new mongo.MongoClient(url, { appName: 'rehearsal' });
  const admin = client.db('admin');
  let kind: Kind;
  let selling: Selling;

  before(async () => {
    const told = await admin.command({ hello: 1 });
    const { ferretdb } = await admin.command({ buildInfo: 1 });
    if (ferretdb !== undefined) kind = 'FerretDB';
    else kind = told['msg'] === 'isdbgrid' ? 'cluster' : told['setName'] === undefined ? 'single' : 'set';
    selling = await openSelling();
    if (kind === 'cluster') await shardCollections(selling.connection);
    const filler = Array.from({ length: OTHERS }, () => {
      const { id, ...rest } = testLead({ state: 'rejected' });
      return { _id: id, ...rest };
    });
    await selling.connection.collection<{ _id: string }>('leads').insertMany(filler);
  });
  after(async () => {
    await selling.close();
    await client.close();
  });

  const only = (kinds: readonly Kind[], test: () => Promise<void>) =>
    async function (this: Mocha.Context): Promise<void> {
      if (!kinds.includes(kind)) this.skip();
      await test();
    };
  const database = () => client.db(selling.connection.name);
  const sell = async (many = 3): Promise<void> => {
    for (let n = 0; n < many; n += 1) {
      await selling.sellOnce(selling.direct());
      await selling.sellOnce((await selling.ofSearch()).body);
    }
  };

  it('sells', () => sell());

  it(
    'reads little more than it returns',
    only(['single'], async () => {
      await database().command({ profile: 2 });
      await sell(10);
      await database().command({ profile: 0 });
      const rows = database().collection('system.profile').find({ appName: 'leadkeep' });
      const read: string[] = [];
      for await (const row of rows) {
        const {
          ns,
          command,
          planSummary,
          keysExamined = 0,
          docsExamined = 0,
        } = row as unknown as {
          readonly planSummary?: string;
          readonly ns: string;
          readonly command: Doc;
          readonly keysExamined?: number;
          readonly docsExamined?: number;
        };
        const counts = ['nreturned', 'nMatched', 'ndeleted'].map((name) => Number(row[name] ?? 0));
        if (Math.max(keysExamined, docsExamined) <= MOST(Math.max(...counts))) continue;
        const filter = (command['filter'] ?? command['q'] ?? command['query'] ?? {}) as Doc;
        const collection = ns.slice(ns.indexOf('.') + 1);
        const shape = shapeOf(collection, { filter });
        if (SMALL[collection] === undefined) read.push(`${shape}: ${planSummary ?? ''}`);
      }
      expect([...new Set(read)]).to.deep.equal([]);
    }),
  );

  it(
    'sells where no collection may be scanned',
    only(['single', 'set'], async () => {
      await admin.command({ setParameter: 1, notablescan: true });
      try {
        await sell();
      } finally {
        await admin.command({ setParameter: 1, notablescan: false });
      }
    }),
  );

  for (const [name, data] of HOWS)
    it(
      `${name}, of a write that sells`,
      only(['single', 'set', 'cluster'], async () => {
        for (const skip of [0, 1, 2, 3, 4]) {
          const point = { configureFailPoint: 'failCommand', data: { ...FAILED, ...data } };
          await admin.command({ ...point, mode: { skip } });
          const sold = selling.sellOnce(selling.direct());
          // It fails until it is ended: a worker meets it whatever the driver repeats.
          await new Promise((resolve) => setTimeout(resolve, 300));
          await admin.command({ ...point, mode: 'off' });
          await sold;
        }
      }),
    );

  it(
    'a primary that steps down while it sells',
    only(['set'], async () => {
      const selling = sell(5);
      await admin.command({ replSetStepDown: 5, force: true });
      await selling;
    }),
  );

  it(
    'a member that stands still while it sells',
    only(['set'], async () => {
      const [, , third] = containers;
      if (third === undefined) throw new Error('the rehearsal knows no container to pause');
      await docker('pause', third);
      try {
        await sell(5);
      } finally {
        await docker('unpause', third);
      }
    }),
  );

  it(
    'chunks that move while it sells, erases and gives claims back',
    only(['cluster'], async () => {
      const { connection } = selling;
      let isOver = false;
      const moving = moveChunks(() => isOver);
      const ids: string[] = [];
      for (let n = 0; n < 10; n += 1) ids.push(await selling.sellOnce(selling.direct()));
      const claims = connection.collection<{ readonly _id: string }>('claims');
      for (const id of ids) {
        const keys = (await claims.find({ 'owners.lead': id } as object).toArray()).map(({ _id }) => _id);
        await createClaimStore(connection).release(keys, id, 1);
        expect(await claims.countDocuments({ _id: { $in: keys } })).to.equal(0);
      }
      const leads = connection.collection<{ readonly _id: string }>('leads');
      const since = new Date(0);
      const now = new Date();
      await createPersonStore(connection).pass('sold_leads', since, now, now);
      const left = { received_at: { $lte: now }, forgotten: { $exists: false }, forget: { $exists: false } };
      expect(await leads.countDocuments(left)).to.equal(0);
      isOver = true;
      await moving;
    }),
  );

  /** Moves what lies at one end of each collection from shard to shard. */
  async function moveChunks(isOver: () => boolean): Promise<void> {
    const shards = (await admin.command({ listShards: 1 }))['shards'] as readonly { readonly _id: string }[];
    for (let turn = 0; !isOver(); turn += 1)
      for (const name of SHARDED) {
        const min = { _id: new mongo.MinKey() };
        const move = { moveRange: `${selling.connection.name}.${name}`, toShard: shards[turn % 2]!._id, min };
        await admin.command(move);
      }
  }
});
