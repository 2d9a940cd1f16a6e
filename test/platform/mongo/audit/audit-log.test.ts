import { expect } from 'chai';
import { verifyAuditLog } from '../../../../src/app/audit/verify-audit-log.js';
import { listActs } from '../../../../src/app/audit/list-log.js';
import type { AuditFault } from '../../../../src/core/audit/audit-verifier.js';
import { createAuditLog } from '../../../../src/platform/mongo/audit/audit-log.js';
import { createAuditReader } from '../../../../src/platform/mongo/audit/audit-reader.js';
import { openMongo } from '../../../../src/platform/mongo/mongo.js';
import { createAuditKey } from '../../../../src/platform/secrets/audit-key.js';
import { testIntent } from '../../../support/audit-entries.js';
import { privateServices, silentLog } from '../../../support/services.js';

const KEY = createAuditKey('a secret of the audit log, 32+ characters');
const NOW = new Date('2026-11-01T13:00:00Z');

describe('the audit log in MongoDB', () => {
  const services = privateServices();
  after(() => services.close());
  beforeEach(async () => {
    const connection = await services.connection();
    await connection.collection('audit_log').deleteMany({});
    await connection.collection('meta').deleteMany({});
  });

  const documents = async () =>
    (await services.connection()).collection<{ _id: string | number; [member: string]: unknown }>(
      'audit_log',
    );
  const opened = async () => {
    const connection = await services.connection();
    return { log: createAuditLog(connection, KEY), reader: createAuditReader(connection) };
  };
  async function verify(anchors: { number: number; hash: string }[] = []) {
    const { reader } = await opened();
    const faults: AuditFault[] = [];
    const done = await verifyAuditLog({
      ...{ reader, keyedHash: KEY.keyedHash, anchors, now: NOW },
      onFault: (fault) => faults.push(fault),
    });
    return { ...done, found: faults.map(({ kind, first, last }) => `${kind} ${first}-${last}`) };
  }

  it('numbers and links entries, and reads back what was sealed', async () => {
    const { log, reader } = await opened();
    const facts = { count: 3, share: 0.5, override: false, codes: ['a', 'b'], empty: [] };
    const numbers = [
      await log.append(testIntent({ facts, why: 'Ünïcode “words” \u{1f600}' })),
      await log.append({ ...testIntent(), phase: 'outcome', intent: 1, result: 'done' }),
      await log.append(testIntent({ at: new Date('2026-11-01T12:30:00.123Z') })),
    ];
    expect(numbers).to.deep.equal([1, 2, 3]);
    const head = await reader.head();
    expect(head).to.deep.equal({ number: 3, hash: await reader.hashOf(3) });
    expect(await verify([head!])).to.deep.include({ entries: 3, faults: 0, found: [], open: [3] });
  });

  it('gives each of many writers at once its own number, on an empty database too', async () => {
    await (await services.connection()).dropDatabase();
    const connections = [1, 2, 3, 4].map(() => openMongo(services.mongoUrl, 'operator', silentLog));
    await Promise.all(connections.map(({ opened }) => opened));
    const numbers = await Promise.all(
      connections.flatMap(({ connection }) =>
        [1, 2].map(async () => {
          const log = createAuditLog(connection, KEY);
          const mine: number[] = [];
          for (let i = 0; i < 12; i += 1) mine.push(await log.append(testIntent({ facts: { i } })));
          return mine;
        }),
      ),
    );
    await Promise.all(connections.map((one) => one.close()));
    expect(numbers.flat().sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 96 }, (_, i) => i + 1));
    for (const mine of numbers) expect(mine).to.deep.equal([...mine].sort((a, b) => a - b));
    expect((await verify()).found).to.deep.equal([]);
  });

  it('refuses a writer with another secret', async () => {
    const { log } = await opened();
    await log.append(testIntent());
    const other = createAuditLog(
      await services.connection(),
      createAuditKey('another secret of 32 characters or more'),
    );
    const error = await other.append(testIntent()).then(
      () => undefined,
      (one: unknown) => one,
    );
    expect(String(error)).to.contain('begun with another secret').and.to.not.contain('of 32');
    expect((await verify()).entries).to.equal(1);
  });

  const attacks: [what: string, attack: () => Promise<unknown>, found: string[]][] = [
    ['an entry is removed', async () => (await documents()).deleteOne({ _id: 3 }), ['broken 3-3']],
    [
      'a reason is changed',
      async () => (await documents()).updateOne({ _id: 4 }, { $set: { why: 'No' } }),
      ['broken 4-4'],
    ],
    [
      'a moment is changed',
      async () => (await documents()).updateOne({ _id: 4 }, { $set: { at: NOW } }),
      ['broken 4-4'],
    ],
    [
      'a member is removed',
      async () => (await documents()).updateOne({ _id: 4 }, { $unset: { on: 1 } }),
      ['broken 4-4'],
    ],
    [
      'a member becomes null',
      async () => (await documents()).updateOne({ _id: 4 }, { $set: { on: null } }),
      ['broken 4-4'],
    ],
    ['two entries change places', swap, ['broken 2-2', 'broken 5-5']],
    ['an entry is repeated', async () => insert(7, 2), ['broken 7-7']],
    ['others are added', async () => (await documents()).insertOne({ _id: 2.5 }), ['broken 3-3']],
    ['a number far away is forged', async () => insert(1_000, 2), ['broken 7-1000']],
  ];
  async function insert(place: number, from: number) {
    const log = await documents();
    await log.insertOne({ ...(await log.findOne({ _id: from }))!, _id: place });
  }
  async function swap() {
    const log = await documents();
    const [a, b] = [(await log.findOne({ _id: 2 }))!, (await log.findOne({ _id: 5 }))!];
    await log.deleteMany({ _id: { $in: [2, 5] } });
    await log.insertMany([
      { ...a, _id: 5 },
      { ...b, _id: 2 },
    ]);
  }
  for (const [what, attack, found] of attacks)
    it(`finds it when ${what}, and goes on behind it`, async () => {
      const { log } = await opened();
      for (let i = 0; i < 6; i += 1) await log.append(testIntent({ facts: { i }, why: 'Yes' }));
      await attack();
      const result = await verify();
      expect([...result.found].sort()).to.deep.equal([...found].sort());
      const before = result.entries;
      await log.append(testIntent());
      const again = await verify();
      expect([again.entries, [...again.found].sort()]).to.deep.equal([before + 1, [...found].sort()]);
    });

  it('finds a cut tail by an anchor, also after the log went on', async () => {
    const { log, reader } = await opened();
    for (let i = 0; i < 6; i += 1) await log.append(testIntent({ facts: { i } }));
    const anchor = (await reader.head())!;
    await (await documents()).deleteMany({ _id: { $gt: 4 } });
    expect((await verify()).found).to.deep.equal([]);
    expect((await verify([anchor])).found).to.deep.equal(['cut 5-6']);
    for (let i = 0; i < 4; i += 1) await log.append(testIntent({ facts: { i } }));
    expect((await verify()).found).to.deep.equal([]);
    expect((await verify([anchor])).found).to.deep.equal(['not_anchored 6-6']);
  });

  it('lists acts with their outcomes, newest first, and those without one', async () => {
    const { log, reader } = await opened();
    const on = (id: string) => ({ kind: 'lead', ids: [id, 'x'] });
    await log.append(testIntent({ on: on('a') }));
    await log.append({ ...testIntent(), phase: 'outcome', intent: 1, result: 'done' });
    await log.append(testIntent({ on: on('b'), who: { kind: 'os_user', id: 'bob' } }));
    await log.append(testIntent({ at: new Date(NOW.getTime() - 1_000), action: 'key.issue' }));
    const list = async (query: object) =>
      (await listActs(reader, query, { limit: 10, now: NOW })).map(
        ({ number, state }) => `${number} ${state}`,
      );
    expect(await list({})).to.deep.equal(['4 open', '3 missing', '1 ended']);
    expect(await list({ on: 'a' })).to.deep.equal(['1 ended']);
    expect(await list({ who: 'bob' })).to.deep.equal(['3 missing']);
    expect(await list({ action: 'key.issue' })).to.deep.equal(['4 open']);
    expect(await list({ from: new Date(NOW.getTime() - 1_000) })).to.deep.equal(['4 open']);
    expect(await list({ to: new Date(NOW.getTime() - 1_000) })).to.deep.equal(['3 missing', '1 ended']);
  });
});
