import { testAttempt } from '../../support/records.js';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { certificatesOfCase } from '../../../src/app/person/certificates-of-case.js';
import { beginErasure } from '../../../src/app/person/begin-erasure.js';
import { runErasure } from '../../../src/app/person/erase-person.js';
import { finishErasures } from '../../../src/app/person/finish-erasures.js';
import { EMPTY_CATALOGUE } from '../../../src/core/catalogue/types.js';
import type { Attempt, LeadRecord } from '../../../src/core/lead/lead-record.js';
import { migratedServices } from '../../support/services.js';
import { erasePortsIn } from '../../support/erase-ports.js';
import { aLead, aSearch, minute } from '../../support/stored-records.js';

const STORED = ['leads', 'searches', 'erasures', 'consent_evidence', 'buyer_notices'];
const NOW = minute(0);
const IDENTITIES = [{ kind: 'email', key: 'key-of-ada' }] as const;

describe('an erasure of what is found late, or is old', function () {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  beforeEach(() => Promise.all(STORED.map((name) => connection.collection(name).deleteMany({}))));
  after(() => services.close());

  const ports = (now = NOW) => erasePortsIn(connection, now);
  async function lead(over: Partial<LeadRecord>): Promise<string> {
    const one = aLead({ identities: IDENTITIES, received_at: NOW, ...over });
    await ports().leads.insert(one);
    return one.id;
  }
  const attempt = (outcome: Attempt['outcome'], submission = 1): Attempt => ({
    ...testAttempt({ number: submission, submission, at: NOW, timeout_ms: 1_000, outcome }),
    sent_to: { buyer_id: `buyer-${submission}`, delivery_origin: '' },
  });
  async function erase(no_evidence = false) {
    const wanted = { case: 'C-1', at: NOW, keys: ['key-of-ada'], no_evidence };
    const found = await ports().erasures.find(wanted.keys);
    return runErasure(ports(), await beginErasure(ports(), undefined, { ...wanted, ...found }));
  }
  const read = (id: string) => ports().leads.read(id);
  const noticesOf = async (id: string) =>
    (await ports().notices.list({ limit: 9 })).filter(({ content }) => content.lead_id === id);

  it('goes on with what a call stored that had begun before, and is finished when all of them have ended', async () => {
    await erase();
    const late = await lead({ state: 'queued' });
    const search = aSearch({ state: 'done', created_at: NOW, identities: IDENTITIES });
    await ports().searches.insert(search);
    const again = await lead({ state: 'queued', received_at: minute(1) });
    await finishErasures(ports(minute(1)));
    expect((await read(late))?.decision?.refusal?.check).to.equal('erasure');
    expect((await ports().searches.read(search.id))?.forgotten?.why).to.equal('erasure');
    expect((await read(again))?.state, 'who comes back later is not erased').to.equal('queued');
    const [erasure] = await ports().erasures.unfinished();
    expect(erasure).to.deep.include({ lead_ids: [late], search_ids: [search.id] });
    await connection
      .collection('leads')
      .updateMany({}, { $pull: { pending_effects: { kind: 'news' } } } as object);
    await finishErasures(ports(minute(2)));
    expect(await ports().erasures.unfinished()).to.deep.equal([]);
    expect((await read(late))?.lead).to.deep.equal({});
  });

  it('is not finished by a run that was stopped after it had looked', async () => {
    const { erasures } = ports();
    let now = minute(1);
    const find: typeof erasures.find = async (...asked) => {
      const found = await erasures.find(...asked);
      now = minute(3);
      return found;
    };
    const wanted = { case: 'C-1', at: NOW, keys: ['key-of-ada'], no_evidence: false };
    const begun = await beginErasure(ports(), undefined, { ...wanted, lead_ids: [], search_ids: [] });
    await runErasure({ ...ports(), erasures: { ...erasures, find }, clock: () => now }, begun);
    expect(await ports().erasures.unfinished()).to.have.lengthOf(1);
    await finishErasures(ports(minute(3)));
    expect(await ports().erasures.unfinished()).to.deep.equal([]);
  });

  it('tells the buyers of a lead whose person was removed because it was old, as the certificate says', async () => {
    const forgotten = { at: minute(-9), why: 'retention' } as const;
    const sold = await lead({ state: 'accepted', attempts: [attempt('accepted')], forgotten, lead: {} });
    await erase();
    expect((await noticesOf(sold)).map(({ content }) => content.buyer_id)).to.deep.equal(['buyer-1']);
    const about = { names: (id: string) => id, catalogue: EMPTY_CATALOGUE };
    const [certificate] = await certificatesOfCase(ports(), 'C-1', about);
    expect(JSON.stringify(certificate?.tell_these_buyers)).to.contain('buyer-1');
  });

  it('ends a lead whose buyer asked to try again, in this submission or in an earlier one', async () => {
    const waiting = await lead({ state: 'waiting', attempts: [attempt('retry')] });
    const saved = await lead({ state: 'saved', submission: 2, attempts: [attempt('retry')] });
    const sent = await lead({ state: 'waiting', attempts: [attempt('unknown')] });
    const erased = await erase();
    expect([...erased.ended, ...erased.busy].sort()).to.deep.equal([waiting, saved].sort());
    expect(erased.later).to.deep.equal([sent]);
    for (const id of [waiting, saved]) expect((await read(id))?.state).to.equal('rejected');
    expect(await noticesOf(saved), 'its former buyer may have it').to.have.lengthOf(1);
  });
});
