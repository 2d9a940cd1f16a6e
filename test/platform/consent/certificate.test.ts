import { testAttempt, testSentTo } from '../../support/records.js';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { ActRefused } from '../../../src/app/act-refused.js';
import { certificateOf } from '../../../src/app/person/certificate.js';
import { beginErasure } from '../../../src/app/person/begin-erasure.js';
import { runErasure } from '../../../src/app/person/erase-person.js';
import { describeRecords, findPersonRecords } from '../../../src/app/person/find-person.js';
import { certificatesOfCase } from '../../../src/app/person/certificates-of-case.js';
import { EMPTY_CATALOGUE } from '../../../src/core/catalogue/types.js';
import { CALL_MS } from '../../../src/core/person/erasure.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { PLAIN_SEALER } from '../../../src/platform/mongo/consent/plain-sealer.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { migratedServices } from '../../support/services.js';
import { erasePortsIn } from '../../support/erase-ports.js';
import { aLead, minute } from '../../support/stored-records.js';

const KEY = 'key-of-ada';
const NOW = minute(5);

describe('the certificate of an erasure, printed again', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  after(() => services.close());

  const ports = () => ({ ...erasePortsIn(connection, NOW), sealer: PLAIN_SEALER });
  const about = { names: (id: string) => (id === 'buyer-1' ? 'lakeshore' : id), catalogue: EMPTY_CATALOGUE };
  const attempt = (outcome: 'accepted' | 'unknown') => ({
    ...testAttempt({ n: 1, round: 1, at: minute(0), timeout_ms: 1_000, outcome }),
    sent_to: testSentTo('buyer-1'),
  });
  async function lead(over: Partial<LeadRecord>): Promise<string> {
    const one = aLead({ identities: [{ kind: 'email', key: KEY }], news: [], ...over });
    await createLeadStore(connection).insert(one);
    return one.id;
  }

  it('says the same again, without the person, and follows what was decided since', async () => {
    const queued = await lead({ state: 'queued' });
    const sold = await lead({ state: 'accepted', attempts: [attempt('accepted')], reference: 'B-7' });
    const unknown = await lead({ state: 'unknown', attempts: [attempt('unknown')] });
    const found = await findPersonRecords(ports(), [KEY]);
    const { lead_ids, search_ids } = found;
    const begun = { case: 'C-1', at: NOW, lead_ids, search_ids, keys: [KEY], no_evidence: false };
    const erasure = await beginErasure(ports(), undefined, begun);
    // As if the sweeper had published that a lead ended.
    const publishing = setInterval(
      () => void connection.collection('leads').updateMany({}, { $set: { news: [] } }),
      100,
    );
    const erased = await runErasure(ports(), erasure).finally(() => {
      clearInterval(publishing);
    });
    const first = certificateOf(erasure, erased, found, about);
    expect([first.ended, first.forgotten, first.undecided?.leads]).to.deep.equal([
      [queued],
      [sold],
      [unknown],
    ]);

    const again = await certificatesOfCase(ports(), 'C-1', about);
    expect(again).to.deep.equal([first]);
    expect(JSON.stringify(again))
      .to.contain('lakeshore')
      .and.contain('B-7')
      // Ids may have "ada" in them.
      .and.not.match(/Ada|ada@|key-of/);

    const decided = { state: 'accepted', forgotten: { at: NOW, why: 'erasure' }, lead: {} };
    await connection.collection<{ _id: string }>('leads').updateOne({ _id: unknown }, { $set: decided });
    const [later] = await certificatesOfCase(ports(), 'C-1', about);
    expect([[...later!.forgotten].sort(), later!.undecided]).to.deep.equal([
      [sold, unknown].sort(),
      undefined,
    ]);
  });

  it('says the same when it is done, of leads that were sent again shortly before, with the person or somebody else', async () => {
    const again = { round: 2, received_at: new Date(NOW.getTime() - 60_000), state: 'accepted' } as const;
    const identities = [{ kind: 'email', key: 'key-of-eve' }] as const;
    const own = await lead({ ...again, attempts: [{ ...attempt('accepted'), round: 2 }], identities });
    const another = await lead({
      ...{ ...again, attempts: [{ ...attempt('accepted'), round: 2 }] },
      identities: [{ kind: 'email', key: 'key-of-bob' }],
    });
    const begun = { case: 'C-3', at: NOW, lead_ids: [own, another], search_ids: [], keys: ['key-of-eve'] };
    const erasure = await beginErasure(ports(), undefined, { ...begun, no_evidence: false });
    const later = { ...ports(), clock: () => new Date(NOW.getTime() + CALL_MS) };
    const erased = await runErasure(later, erasure);
    expect([erased.forgotten, erased.busy]).to.deep.equal([[own, another], []]);
    const found = await describeRecords(ports(), { lead_ids: [own], search_ids: [] }, ['key-of-eve'], []);
    const first = certificateOf(erasure, erased, found, about);
    expect(first.tell_these_buyers).to.deep.equal([{ buyer: 'lakeshore', leads: [{ lead_id: own }] }]);
    expect(await certificatesOfCase(ports(), 'C-3', about)).to.deep.equal([first]);

    // A call that had arrived before stored it again behind that, with somebody else.
    const leads = connection.collection<{ _id: string }>('leads');
    await leads.updateOne({ _id: own }, { $set: { round: 3 } });
    const [since] = await certificatesOfCase(ports(), 'C-3', about);
    expect([since?.tell_these_buyers, [...since!.forgotten].sort()]).to.deep.equal([
      first.tell_these_buyers,
      [...first.forgotten].sort(),
    ]);
    await leads.updateOne({ _id: own }, { $set: { round: 2 } });

    // A former build ended it.
    const erasures = connection.collection<{ _id: number }>('erasures');
    await erasures.updateOne({ _id: erasure.number }, { $unset: { done: 1, earlier: 1 } });
    const [former] = await certificatesOfCase(ports(), 'C-3', about);
    expect(former).to.deep.equal(first);
    await leads.updateOne({ _id: own }, { $set: { received_at: new Date(NOW.getTime() + 2 * CALL_MS) } });
    expect((await certificatesOfCase(ports(), 'C-3', about))[0]?.tell_these_buyers).to.deep.equal([]);
  });

  it('is refused for a case that nobody knows', async () => {
    const refused = await certificatesOfCase(ports(), 'C-2', about).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(ActRefused);
  });
});
