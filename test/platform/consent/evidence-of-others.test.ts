import { testAttempt } from '../../support/records.js';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { chainEvidence } from '../../../src/app/consent/chain-evidence.js';
import { keepEvidence } from '../../../src/app/consent/keep-evidence.js';
import { beginErasure } from '../../../src/app/person/begin-erasure.js';
import { runErasure } from '../../../src/app/person/erase-person.js';
import { finishErasures } from '../../../src/app/person/finish-erasures.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { LATER_MS, type Erasure } from '../../../src/core/person/erasure.js';
import { erasePortsIn } from '../../support/erase-ports.js';
import { migratedServices } from '../../support/services.js';
import { aLead, minute } from '../../support/stored-records.js';

const STORED = ['leads', 'consent_evidence'];
const NOW = minute(0);
const BEFORE = minute(-30);
const LATER = new Date(NOW.getTime() + LATER_MS + 1);
const ADA = { identities: [{ kind: 'email', key: 'key-of-ada' }] } as const;
const BEN = { identities: [{ kind: 'email', key: 'key-of-ben' }] } as const;

/** A lead was sent for Ada, and again for Ben. Both submissions may have reached a buyer. */
describe('an erasure that removes evidence', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  beforeEach(() => Promise.all(STORED.map((name) => connection.collection(name).deleteMany({}))));
  after(() => services.close());

  const ports = (now = NOW) => erasePortsIn(connection, now);
  async function sentTwice(state: LeadRecord['state'], outcome: 'accepted' | 'unknown'): Promise<LeadRecord> {
    const sent = testAttempt({ n: 1, round: 1, at: BEFORE, timeout_ms: 1_000, outcome: 'retry' });
    const first = aLead({ state: 'failed', received_at: BEFORE, attempts: [sent], ...ADA });
    const attempts = [sent, { ...sent, n: 2, round: 2, outcome }];
    const again = { ...first, round: 2, state, attempts, ...BEN };
    await ports().leads.insert(again);
    await keepEvidence(ports(), [first]);
    await keepEvidence(ports(), [again]);
    return again;
  }
  async function begin(key: string): Promise<Erasure> {
    const found = await ports().erasures.find([key]);
    const wanted = { case: 'C-1', at: NOW, keys: [key], no_evidence: true, ...found };
    return beginErasure(ports(), undefined, wanted);
  }
  const erase = async (key: string) => runErasure(ports(), await begin(key));
  /** As the sweeper does within seconds. */
  const chain = () =>
    chainEvidence({ ...ports(), leases: { take: () => Promise.resolve(true) }, owner: 'a' });
  /** As a process keeps it that had read the lead before. A former build has no keys there. */
  const keepLate = (id: string, round: number) =>
    ports().consents.keep([
      {
        ...{ id: `${id}:${round}`, lead_id: id, kept_at: NOW, received_at: BEFORE },
        digest: `${id} ${round}`,
        sealed: '{}',
      },
    ]);
  const keptOf = async (id: string): Promise<string[]> =>
    (await ports().consents.ofLead(id)).map((one) => one.id.replace(id, '')).sort();

  it('leaves that of who had the lead before', async () => {
    const { id } = await sentTwice('accepted', 'accepted');
    await erase('key-of-ben');
    expect((await ports().leads.read(id))?.forgotten?.no_evidence).to.equal(true);
    await chain();
    expect(await keptOf(id)).to.deep.equal([':1']);
  });

  it('leaves it also if the lead was sent again since, and removes what is kept late', async () => {
    const { id } = await sentTwice('accepted', 'accepted');
    await erase('key-of-ben');
    await connection.collection<{ _id: string }>('leads').updateOne(
      { _id: id },
      {
        $set: { round: 3, identities: [{ kind: 'email', key: 'key-of-cat' }] },
        $rename: { forgotten: 'forgotten_before' },
      },
    );
    await keepLate(id, 2);
    await keepLate(id, 3);
    await chain();
    expect(await keptOf(id)).to.deep.equal([':1', ':3']);
  });

  it('leaves it also if the lead is decided later', async () => {
    const lead = await sentTwice('unknown', 'unknown');
    await erase('key-of-ben');
    await chain();
    await keepLate(lead.id, 2);
    await finishErasures(ports(LATER));
    expect((await ports().leads.read(lead.id))?.forgotten?.no_evidence).to.equal(true);
    expect(await keptOf(lead.id)).to.deep.equal([':1']);
  });

  it('removes it after a kill also if the lead was sent again meanwhile, and leaves that of who has it since', async () => {
    const attempts = [testAttempt({ n: 1, round: 1, at: BEFORE, timeout_ms: 1_000, outcome: 'retry' })];
    const lead = aLead({ state: 'failed', received_at: BEFORE, attempts, ...ADA });
    await ports().leads.insert(lead);
    await keepEvidence(ports(), [lead]);
    const erasure = await begin('key-of-ada');
    const removeOf = () => Promise.reject(new Error('killed'));
    const dies = { ...ports(), consents: { ...ports().consents, removeOf } };
    const killed: unknown = await runErasure(dies, erasure).catch((error: unknown) => error);
    expect(killed).to.have.property('message', 'killed');
    await connection
      .collection<{ _id: string }>('leads')
      .updateOne(
        { _id: lead.id },
        { $set: { round: 2, received_at: NOW, ...BEN }, $rename: { forgotten: 'forgotten_before' } },
      );
    await keepLate(lead.id, 2);
    await runErasure(ports(), erasure);
    expect(await keptOf(lead.id)).to.deep.equal([':2']);
  });

  it('leaves that of who had the lead since, although no labels tell any more who that was', async () => {
    const lead = await sentTwice('accepted', 'accepted');
    await ports().persons.forgetLead(lead, { at: NOW, why: 'retention' });
    await ports().persons.forgetLabels([lead.id]);
    await erase('key-of-ada');
    expect((await ports().leads.read(lead.id))?.forgotten?.no_evidence).to.equal(undefined);
    expect(await keptOf(lead.id)).to.deep.equal([':2']);
  });
});
