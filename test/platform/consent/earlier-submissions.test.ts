import { testAttempt, testSentTo } from '../../support/records.js';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { keepEvidence } from '../../../src/app/consent/keep-evidence.js';
import { exchangesOfLead } from '../../../src/app/exchanges/read-exchanges.js';
import type { AuditPorts } from '../../../src/app/audit/audited.js';
import { MissingDataKeyError } from '../../../src/app/outage.js';
import { erasePerson } from '../../../src/app/person/act-on-persons.js';
import { beginErasure } from '../../../src/app/person/begin-erasure.js';
import { runErasure } from '../../../src/app/person/erase-person.js';
import { findPersonRecords, readPerson } from '../../../src/app/person/find-person.js';
import { certificatesOfCase } from '../../../src/app/person/certificates-of-case.js';
import { replayJournal } from '../../../src/app/person/replay-journal.js';
import { renderCertificate } from '../../../src/cli/render/person.js';
import { EMPTY_CATALOGUE, type Catalogue } from '../../../src/core/catalogue/types.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { Erasure } from '../../../src/core/person/erasure.js';
import { erasePortsIn } from '../../support/erase-ports.js';
import { anExchange } from '../../support/exchanges.js';
import { migratedServices } from '../../support/services.js';
import { aLead, aSearch, minute } from '../../support/stored-records.js';

const NOW = minute(0);
const about_case = { names: (id: string) => id, catalogue: EMPTY_CATALOGUE };
const sent = testAttempt({ n: 1, round: 1, at: NOW, timeout_ms: 1_000, outcome: 'accepted' });

describe('a person whose lead was sent again and again', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  after(() => services.close());

  interface Submission {
    readonly key: string;
    readonly at: Date;
    /** Absent: it was refused. */
    readonly buyer?: string;
  }
  const ports = (now = NOW) => erasePortsIn(connection, now);
  function asSubmitted(lead: LeadRecord, round: number, { key, at, buyer }: Submission): LeadRecord {
    const attempt = { ...sent, n: round, round, outcome: 'retry', at } as const;
    const attempts = buyer === undefined ? [] : [{ ...attempt, sent_to: testSentTo(buyer) }];
    return {
      ...{ ...lead, round, received_at: at, identities: [{ kind: 'email', key }] },
      attempts: [...lead.attempts, ...attempts],
      timeline: [...lead.timeline, { at, what: round > 1 ? 'received_again' : 'received' }],
    };
  }
  async function again(lead: LeadRecord, one: Submission): Promise<LeadRecord> {
    const next = asSubmitted(lead, lead.round + 1, one);
    const { round, received_at, identities, attempts, timeline } = next;
    const $set = { round, received_at, identities, attempts, timeline };
    const update = { $set, $unset: { forgotten: 1 } } as object;
    await connection.collection<{ _id: string }>('leads').updateOne({ _id: lead.id }, update);
    await keepEvidence(ports(), [next]);
    return next;
  }
  async function submitted(first: Submission, ...others: readonly Submission[]): Promise<LeadRecord> {
    let lead = asSubmitted(aLead({ state: 'failed', attempts: [], timeline: [] }), 1, first);
    await ports().leads.insert(lead);
    await keepEvidence(ports(), [lead]);
    for (const one of others) lead = await again(lead, one);
    return lead;
  }
  async function begun(key: string): Promise<Erasure> {
    const wanted = { case: `C-${key}`, at: NOW, keys: [key], no_evidence: true };
    const found = await ports().erasures.find([key]);
    return beginErasure(ports(), undefined, { ...wanted, ...found });
  }
  const evidenceOf = async ({ id }: LeadRecord) =>
    (await ports().consents.ofLead(id)).map((one) => one.id.replace(id, '')).sort();
  const toldOf = async ({ id }: LeadRecord) =>
    (await ports().notices.list({ limit: 9, lead_ids: [id] })).map(({ content }) => content.buyer_id).sort();

  it('loses the evidence of each of these submissions alone, and all their buyers are told', async () => {
    const dora = { key: 'dora-1', at: minute(-20), buyer: 'buyer-1' };
    const emil = { key: 'emil-1', at: minute(-10), buyer: 'buyer-3' };
    const lead = await submitted(dora, { ...dora, at: minute(-15), buyer: 'buyer-2' }, emil);
    const erasure = await begun(dora.key);
    await runErasure(ports(), erasure);
    expect(await toldOf(lead)).to.deep.equal(['buyer-1', 'buyer-2']);
    expect(await evidenceOf(lead)).to.deep.equal([':3']);
    await again(lead, { ...dora, at: minute(1), buyer: 'buyer-4' });
    await runErasure(ports(minute(3)), erasure);
    expect(await evidenceOf(lead), 'who comes back later is not erased').to.deep.equal([':3', ':4']);
    expect(await toldOf(lead)).to.deep.equal(['buyer-1', 'buyer-2']);
  });

  it('has its buyers told if it was sent again after the person was looked for', async () => {
    const dora = { key: 'dora-2', at: minute(-20), buyer: 'buyer-1' };
    const lead = await submitted(dora);
    const erasure = await begun(dora.key);
    await again(lead, { key: 'emil-2', at: minute(1), buyer: 'buyer-2' });
    await runErasure(ports(), erasure);
    expect([await toldOf(lead), await evidenceOf(lead)]).to.deep.equal([['buyer-1'], [':2']]);
    const [certificate] = await certificatesOfCase(ports(), erasure.case, about_case);
    expect(certificate?.tell_these_buyers.map(({ buyer }) => buyer)).to.deep.equal(['buyer-1']);
  });

  it('keeps nothing of the present one back if its evidence can not be opened', async () => {
    const dora = { key: 'dora-4', at: minute(-20), buyer: 'buyer-1' };
    const lead = await submitted(dora, { key: 'emil-4', at: minute(-10), buyer: 'buyer-2' });
    const open = () => Promise.reject(new MissingDataKeyError('lost'));
    const locked = { ...ports(), sealer: { ...ports().sealer, open } };
    const auditLog = { append: () => Promise.resolve(1) };
    const audit = { auditLog, clock: () => NOW, onMissingOutcome: () => undefined } as unknown as AuditPorts;
    const sought = { case: 'C-4', keys: [dora.key], kinds: ['email'], listed_as: [], facts: {} } as const;
    const certificate = await erasePerson({ ...locked, journal: undefined }, audit, sought, {
      ...{ ...about_case, no_evidence: false },
    });
    const buyers = certificate.tell_these_buyers.map(({ buyer }) => buyer);
    expect([certificate.still_busy, certificate.forgotten, buyers]).to.deep.equal([
      [lead.id],
      [],
      ['buyer-1'],
    ]);
  });

  it('loses nothing of those between its own submission and the present one', async () => {
    const lead = await submitted(
      { key: 'dora-5', at: minute(-20), buyer: 'buyer-1' },
      { key: 'emil-5', at: minute(-15) },
      { key: 'emil-5', at: minute(-10), buyer: 'buyer-2' },
    );
    const about = { of: 'lead', record_id: lead.id, kind: 'webhook', round: 0 } as const;
    const told = [-18, -12, -5].map((at) => anExchange({ ...about, id: `told-${at}`, at: minute(at) }));
    await ports().exchanges.add(told);
    await runErasure(ports(), await begun('dora-5'));
    const left = await ports().exchanges.ofRecord({ of: 'lead', record_id: lead.id });
    expect(left.map(({ id }) => id).sort()).to.deep.equal(['told--12', 'told--5']);
  });

  it('has, exports and loses the run of the search that its lead was submitted from, and no other run', async () => {
    const key = 'dora-9';
    const emil = { identities: [{ kind: 'email', key: 'emil-9' }] } as const;
    const search = aSearch({ state: 'done', round: 2, counts_from: minute(-9), ...emil });
    await ports().searches.insert(search);
    const of = { state: 'rejected', form: 'A', search_id: search.id, search_round: 1 } as const;
    const lead = aLead({ ...of, identities: [{ kind: 'email', key }] });
    await ports().leads.insert(lead);
    const about = { kind: 'search', of: 'search', record_id: search.id, at: minute(-5) } as const;
    await ports().exchanges.add([1, 2].map((round) => anExchange({ ...about, id: `run-7-${round}`, round })));
    const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
    expect(idsOf((await readPerson(ports(), [key])).exchanges)).to.deep.equal(['run-7-1']);
    expect((await findPersonRecords(ports(), [key])).beside).to.include({ requests: 1 });
    expect(idsOf(await exchangesOfLead(ports(), lead))).to.deep.equal(['run-7-1']);
    const forgotten = { at: NOW, why: 'retention' } as const;
    expect(await exchangesOfLead(ports(), { ...lead, forgotten })).to.deep.equal([]);
    await runErasure(ports(), await begun(key));
    expect(idsOf(await ports().exchanges.ofRecord(about))).to.deep.equal(['run-7-2']);
    expect((await ports().searches.read(search.id))?.forgotten).to.equal(undefined);
  });

  it('is left to somebody at a buyer that has the present one too', async () => {
    const emil = { key: 'emil-6', at: minute(-10), buyer: 'buyer-1' };
    const lead = await submitted({ key: 'dora-6', at: minute(-20), buyer: 'buyer-1' }, emil);
    const { case: of } = await begun('dora-6');
    const buyers = new Map([['buyer-1', { erasure: {} }]]) as unknown as Catalogue['buyers'];
    const [certificate] = await certificatesOfCase(ports(), of, { ...about_case, catalogue: { buyers } });
    const leads = [{ lead_id: lead.id, sent_again: true }];
    expect(certificate?.leadkeep_tells).to.deep.equal([]);
    expect(certificate?.tell_these_buyers).to.deep.equal([{ buyer: 'buyer-1', leads }]);
    expect(renderCertificate(certificate!)).to.match(/an earlier submission: .* with somebody else/);
  });

  it('takes nothing from who got the lead while the erasure went on', async () => {
    const dora = { key: 'dora-7', at: minute(-20), buyer: 'buyer-1' };
    const lead = await submitted(dora);
    const search = aSearch({ state: 'done', identities: [{ kind: 'email', key: dora.key }] });
    await ports().searches.insert(search);
    const erasure = await begun(dora.key);
    const rows = (name: string) => connection.collection<{ _id: string }>(name);
    const emils = { round: 2, at: minute(2) } as const;
    const said = [
      anExchange({ id: 'dora-7', record_id: lead.id, round: 1, at: minute(1) }),
      anExchange({ id: 'emil-7', record_id: lead.id, ...emils }),
      anExchange({ id: 'emil-7-search', of: 'search', kind: 'search', record_id: search.id, ...emils }),
    ];
    const persons = {
      ...ports().persons,
      async forgetLead(...args: Parameters<ReturnType<typeof ports>['persons']['forgetLead']>) {
        const done = await ports().persons.forgetLead(...args);
        await again(lead, { key: 'emil-7', at: minute(1), buyer: 'buyer-2' });
        await rows('verification_answers').insertOne({
          _id: 'emil-7',
          lead_id: lead.id,
          at: minute(2),
        } as object as { _id: string });
        await ports().exchanges.add(said);
        return done;
      },
      async forgetSearch(...args: Parameters<ReturnType<typeof ports>['persons']['forgetSearch']>) {
        const done = await ports().persons.forgetSearch(...args);
        const $set = { round: 2, counts_from: minute(1), identities: [{ kind: 'email', key: 'emil-7' }] };
        await rows('searches').updateOne({ _id: search.id }, { $set, $unset: { forgotten: 1 } } as object);
        return done;
      },
    };
    await runErasure({ ...ports(), persons }, erasure);
    const ofEmil = async () => [
      (
        await rows('exchanges')
          .find({ _id: { $in: said.map(({ id }) => id) } })
          .toArray()
      )
        .map(({ _id }) => _id)
        .sort(),
      await rows('verification_answers').countDocuments({ _id: 'emil-7' }),
      await evidenceOf(lead),
    ];
    expect(await ofEmil()).to.deep.equal([['emil-7', 'emil-7-search'], 1, [':2']]);
    await runErasure(ports(minute(3)), erasure);
    expect(await ofEmil()).to.deep.equal([['emil-7', 'emil-7-search'], 1, [':2']]);
    expect(await toldOf(lead)).to.deep.equal(['buyer-1']);
    const [certificate] = await certificatesOfCase(ports(), erasure.case, about_case);
    const leads = [{ lead_id: lead.id }];
    expect(certificate).to.deep.include({
      forgotten: [lead.id],
      tell_these_buyers: [{ buyer: 'buyer-1', leads }],
    });
  });

  it('has its buyer named by a certificate, if somebody else got the lead since and no evidence is left', async () => {
    const dora = { key: 'dora-8', at: minute(-20), buyer: 'buyer-1' };
    const lead = await submitted(dora);
    const erasure = await begun(dora.key);
    await runErasure(ports(), erasure);
    const printed = async () => (await certificatesOfCase(ports(), erasure.case, about_case))[0];
    const before = await printed();
    await again(lead, { key: 'emil-8', at: minute(1), buyer: 'buyer-2' });
    await runErasure(ports(minute(3)), erasure);
    const after = await printed();
    for (const { forgotten, tell_these_buyers: tell } of [before!, after!])
      expect([forgotten, tell]).to.deep.equal([
        [lead.id],
        [{ buyer: 'buyer-1', leads: [{ lead_id: lead.id }] }],
      ]);
  });

  it('has each buyer told once, if an erasure is repeated after that', async () => {
    const dora = { key: 'dora-3', at: minute(-20), buyer: 'buyer-1' };
    const lead = await submitted(dora, { ...dora, at: minute(-15), buyer: 'buyer-2' });
    const erasure = { ...(await begun(dora.key)), no_evidence: false };
    await runErasure(ports(), erasure);
    expect(await toldOf(lead)).to.deep.equal(['buyer-1', 'buyer-2']);
    await again(lead, { key: 'emil-3', at: minute(1), buyer: 'buyer-3' });
    const identities = { raisedKeys: (keys: readonly string[]) => keys };
    await replayJournal({ ...ports(), identities }, { read: () => Promise.resolve([erasure]) });
    expect(await toldOf(lead)).to.deep.equal(['buyer-1', 'buyer-2']);
  });
});
