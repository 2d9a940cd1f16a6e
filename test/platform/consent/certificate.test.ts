import { testAttempt, testSentTo } from '../../support/records.js';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { ActRefused } from '../../../src/app/act-refused.js';
import { certificateOf } from '../../../src/app/person/certificate.js';
import { beginErasure } from '../../../src/app/person/begin-erasure.js';
import { runErasure } from '../../../src/app/person/erase-person.js';
import { findPersonRecords } from '../../../src/app/person/find-person.js';
import { certificatesOfCase } from '../../../src/app/person/certificates-of-case.js';
import { EMPTY_CATALOGUE } from '../../../src/core/catalogue/types.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { PLAIN_SEALER } from '../../support/plain-sealer.js';
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
    ...testAttempt({ number: 1, submission: 1, at: minute(0), timeout_ms: 1_000, outcome }),
    sent_to: testSentTo('buyer-1'),
  });
  async function lead(over: Partial<LeadRecord>): Promise<string> {
    const one = aLead({ identities: [{ kind: 'email', key: KEY }], ...over });
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
      () =>
        void connection
          .collection('leads')
          .updateMany({}, { $pull: { pending_effects: { kind: 'news' } } } as object),
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

  it('is refused for a case that nobody knows', async () => {
    const refused = await certificatesOfCase(ports(), 'C-2', about).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(ActRefused);
  });
});
