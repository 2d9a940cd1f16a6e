import { IDS } from '../../../support/catalogue.js';
import { expect } from 'chai';
import { createConnection, mongo, type Connection } from 'mongoose';
import { countLeads } from '../../../../src/app/caps/count-leads.js';
import { OutageError } from '../../../../src/app/outage.js';
import { openMongo } from '../../../../src/platform/mongo/mongo.js';
import { useDataKeys } from '../../../../src/platform/mongo/sealing/data-keys-of.js';
import { parseDataKeys } from '../../../../src/platform/secrets/data-keys.js';
import { createLeadCounts } from '../../../../src/platform/mongo/stores/lead-counts.js';
import { createLeadScan } from '../../../../src/platform/mongo/stores/lead-scan.js';
import { createLeadStore } from '../../../../src/platform/mongo/stores/lead-store.js';
import { testCap } from '../../../support/caps.js';
import { withCaps } from '../../../support/ledger.js';
import { testLead } from '../../../support/records.js';
import { playMongo, primaryOf } from '../../../support/played-mongo.js';
import { privateServices, silentLog, TEST_DATA_KEYS } from '../../../support/services.js';

const DAY_MS = 86_400_000;
const READS = ['find', 'aggregate', 'count', 'distinct'];

describe('scanning the leads', () => {
  const services = privateServices();
  after(() => services.close());

  // A single server tells no time, and refuses to wait for one: this is a member of a replica set.
  it('writes for a majority first, and reads everything after that write, in its session', async () => {
    const time = new mongo.Timestamp({ t: 1, i: 1 });
    const behind = privateServices();
    const member = await playMongo(undefined, primaryOf('rs0'), (await behind.connection()).db);
    const { connection, opened, close } = openMongo(
      `mongodb://${member.host}/leadkeep`,
      'worker',
      silentLog,
      {
        monitorCommands: true,
      },
    );
    await opened;
    useDataKeys(connection, parseDataKeys(TEST_DATA_KEYS));
    const now = new Date();
    const leads = createLeadStore(connection);
    for (const [i, age] of [0, DAY_MS / 24, 2 * DAY_MS].entries())
      await leads.insert(
        testLead({
          id: `lead-${i}`,
          state: 'pending',
          intent: { at: new Date(now.getTime() - age), submission: 1, buyer_id: IDS.buyer },
        }),
      );
    await createLeadCounts(connection).rollUp({
      day: new Date(now.getTime() - 3 * DAY_MS).toISOString().slice(0, 10),
      sold: [],
    });
    const sent: { name: string; command: Record<string, unknown> }[] = [];
    const note = ({ commandName, command }: mongo.CommandStartedEvent) =>
      sent.push({ name: commandName, command: command });
    connection.getClient().on('commandStarted', note);
    const catalogue = withCaps([testCap({ id: 'total', window: 'total' })]);
    const counted = await createLeadScan(
      connection,
      silentLog,
    )((from) => countLeads({ ...from, catalogue, now }));
    connection.getClient().off('commandStarted', note);
    await close();
    await member.end();
    await behind.close();
    expect(counted?.leads).to.equal(3);

    const first = sent.findIndex(({ name }) => name === 'update');
    expect(sent[first]?.command).to.deep.include({
      update: 'meta',
      writeConcern: { w: 'majority', j: true },
    });
    const { lsid } = sent[first]!.command;
    const reads = sent.filter(({ name }) => READS.includes(name));
    expect(sent.indexOf(reads[0]!)).to.be.greaterThan(first);
    expect(
      new Set(reads.map(({ command }) => String(command['find'] ?? command['aggregate']))),
    ).to.deep.equal(new Set(['leads', 'folded_days', 'folded_quarters']));
    expect(reads.map(({ name }) => name)).to.include.members(['find', 'aggregate']);
    for (const { command } of reads) {
      expect(command['lsid']).to.deep.equal(lsid);
      const { level, afterClusterTime } = command['readConcern'] as Record<string, unknown>;
      expect([level, (afterClusterTime as mongo.Timestamp).compare(time) >= 0]).to.deep.equal([
        'majority',
        true,
      ]);
    }
  });

  it('is possible on the server of these tests as it is', async () => {
    const connection = await services.connection();
    await createLeadCounts(connection).rollUp({ day: '2026-01-01', sold: [] });
    const scan = createLeadScan(connection, silentLog);
    expect(await scan(async ({ counts }) => (await counts.rolledUpDays()).length)).to.equal(1);
  });
});

describe('scanning the leads of a server that', () => {
  /** A connection to a server that says this of itself, and whose write ends so. */
  function server(hello: object, write: () => Promise<unknown> = () => Promise.resolve()) {
    const said: string[] = [];
    const ended: string[] = [];
    const connection = Object.create(createConnection(), {
      getClient: { value: () => ({ db: () => ({ command: () => Promise.resolve(hello) }) }) },
      collection: { value: () => ({ updateOne: write }) },
      startSession: {
        value: () => Promise.resolve({ endSession: () => Promise.resolve(void ended.push('session')) }),
      },
    }) as Connection;
    const scan = createLeadScan(connection, { info: (line: string) => said.push(line) } as never);
    return { scan: () => scan(() => Promise.resolve('counted')), said, ended };
  }
  const SESSIONS = { logicalSessionTimeoutMinutes: 30 };

  for (const [what, hello] of [
    ['is a member of a replica set', { setName: 'rs0', ...SESSIONS }],
    ['is a member of a replica set and has no sessions', { setName: 'rs0' }],
    ['is a router', { msg: 'isdbgrid', ...SESSIONS }],
  ] as const)
    it(`${what}, and tells no time that reads could wait for: not done`, async () => {
      const error: unknown = await server(hello)
        .scan()
        .catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(OutageError);
    });

  for (const [what, hello] of [
    ['is alone', SESSIONS],
    ['is alone and has no sessions', {}],
  ] as const)
    it(`${what}: done, and said once`, async () => {
      const { scan, said, ended } = server(hello);
      expect([await scan(), await scan()]).to.deep.equal(['counted', 'counted']);
      expect(said).to.deep.equal([
        'MongoDB is a single server: leads are counted without a causally consistent session',
      ]);
      expect(ended).to.have.length('logicalSessionTimeoutMinutes' in hello ? 2 : 0);
    });

  it('was deposed, so that no majority takes the write: not done', async () => {
    const deposed = new Error('not primary');
    const { scan, ended } = server({ setName: 'rs0', ...SESSIONS }, () => Promise.reject(deposed));
    expect(await scan().catch((reason: unknown) => reason)).to.equal(deposed);
    expect(ended).to.deep.equal(['session']);
  });
});
