import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { keepEvidence } from '../../../src/app/consent/keep-evidence.js';
import { exchangesOfLead } from '../../../src/app/exchanges/read-exchanges.js';
import { beginErasure } from '../../../src/app/person/begin-erasure.js';
import { runErasure } from '../../../src/app/person/erase-person.js';
import { findPersonRecords, readPerson } from '../../../src/app/person/find-person.js';
import { replayJournal } from '../../../src/app/person/replay-journal.js';
import type { IdentityKey } from '../../../src/core/search/search-record.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { erasePortsIn } from '../../support/erase-ports.js';
import { anExchange } from '../../support/exchanges.js';
import { testAttempt } from '../../support/records.js';
import { migratedServices, TEST_SECRET } from '../../support/services.js';
import { aLead, aSearch, minute, postedAgain } from '../../support/stored-records.js';

const NOW = minute(0);
const sent = testAttempt({ number: 1, submission: 1, at: minute(-9), timeout_ms: 1_000, outcome: 'retry' });

describe('all submissions and runs of an id', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  after(() => services.close());

  const ports = () => ({
    ...erasePortsIn(connection, NOW),
    identities: createIdentities(TEST_SECRET),
  });
  const idsOf = (all: readonly { readonly id: string }[]): string[] => all.map(({ id }) => id).sort();

  /** A lead and a search that were sent again. Only the first time they had the phone number, which is `key`. */
  async function sentAgain(key: string) {
    const phone: IdentityKey = { kind: 'phone', key };
    const email: IdentityKey = { kind: 'email', key: `e-mail of ${key}` };
    const known = { identities: [email], all_identities: [phone, email], submission: 2 };
    const first = aLead({ state: 'failed', attempts: [sent], identities: [phone, email] });
    const attempts = [sent, { ...sent, number: 2, submission: 2, outcome: 'accepted' as const }];
    const lead = { ...first, ...known, state: 'accepted' as const, attempts };
    await ports().leads.insert(lead);
    await keepEvidence(ports(), [first]);
    await keepEvidence(ports(), [lead]);
    const search = aSearch({ state: 'done', counts_from: minute(-5), ...known });
    await ports().searches.insert(search);
    const about = [
      { kind: 'search', of: 'search', record_id: search.id },
      { kind: 'delivery', of: 'lead', record_id: lead.id },
      { kind: 'webhook', of: 'lead', record_id: lead.id },
    ] as const;
    const said = about.flatMap((one) =>
      [1, 2].map((n) =>
        anExchange({
          ...one,
          number: n,
          submission_or_run: one.kind === 'webhook' ? 0 : n,
          id: `${one.kind}-${n} of ${key}`,
        }),
      ),
    );
    await ports().exchanges.add(said);
    const left = async () =>
      (await Promise.all([about[0], about[1]].map((one) => ports().exchanges.ofRecord(one)))).flat();
    return { lead, search, said, left };
  }

  it('are found and exported by what only the first one had', async () => {
    const { lead, search, said } = await sentAgain('phone-1');
    const found = await findPersonRecords(ports(), ['phone-1']);
    expect([found.lead_ids, found.search_ids]).to.deep.equal([[lead.id], [search.id]]);
    expect(found.beside).to.include({ consents: 2, requests: said.length });
    const exported = await readPerson(ports(), ['phone-1']);
    expect(idsOf(exported.leads)).to.deep.equal([lead.id]);
    expect(idsOf(exported.searches)).to.deep.equal([search.id]);
    expect(idsOf(exported.exchanges)).to.deep.equal(idsOf(said));
    expect(idsOf(exported.consents)).to.deep.equal([`${lead.id}:1`, `${lead.id}:2`]);
  });

  for (const [what, no_evidence, kept] of [
    ['and their evidence is kept', false, [':1', ':2']],
    ['with their evidence', true, []],
  ] as const)
    it(`are erased, ${what}`, async () => {
      const key = `phone-2-${String(no_evidence)}`;
      const { lead, search, left } = await sentAgain(key);
      const wanted = { case: 'C-1', at: NOW, keys: [key], no_evidence };
      const erasure = { ...wanted, ...(await ports().erasures.find([key])) };
      const erased = await runErasure(ports(), await beginErasure(ports(), undefined, erasure));
      expect([erased.forgotten, erased.searches, erased.busy]).to.deep.equal([[lead.id], 1, []]);
      expect((await ports().leads.read(lead.id))?.forgotten?.why).to.equal('erasure');
      const stored = await ports().searches.read(search.id);
      expect([stored?.forgotten?.why, stored?.identities, stored?.all_identities]).to.deep.equal([
        'erasure',
        [],
        undefined,
      ]);
      expect(await left()).to.deep.equal([]);
      const evidence = (await ports().consents.ofLead(lead.id)).map(({ id }) => id.replace(lead.id, ''));
      expect(evidence.sort()).to.deep.equal(kept);
    });

  it('are erased by the journal, by what it names and by what only the first one had', async () => {
    const [named, { lead, search }] = [await sentAgain('phone-3'), await sentAgain('phone-4')];
    const written = { number: 9, case: 'C-2', at: minute(5), keys: ['phone-4'], no_evidence: false };
    const records = { lead_ids: [named.lead.id], search_ids: [named.search.id] };
    await replayJournal(ports(), { read: () => Promise.resolve([{ ...written, ...records }]) });
    for (const { id } of [named.lead, lead])
      expect((await ports().leads.read(id))?.forgotten?.why).to.equal('erasure');
    for (const { id } of [named.search, search])
      expect((await ports().searches.read(id))?.forgotten?.why).to.equal('erasure');
  });

  it('take no data at the moment when the person is removed', async () => {
    const forgotten = { at: NOW, why: 'erasure' } as const;
    const { leads, searches, persons } = ports();
    for (let turn = 0; turn < 20; turn += 1) {
      const [posted, searched] = [aLead({ state: 'failed' }), aSearch({ state: 'done' })];
      await leads.insert(posted);
      await searches.insert(searched);
      const { campaign_id, request_id, is_test, lead, tracking, extra, identities } = posted;
      const data = { campaign_id, request_id, is_test, lead, tracking, extra, identities, due_at: NOW };
      const again = postedAgain(posted, { received_at: NOW, received_before: NOW, due_at: NOW });
      const run = { consent: {}, closes_at: NOW, entries: [], mergeIdentities: () => [] };
      const mine = { affiliate_id: searched.affiliate_id, is_test: false };
      await Promise.all([
        persons.forgetLead(posted, forgotten),
        leads.resubmit(posted.id, 1, again),
        persons.forgetSearch(searched, forgotten),
        searches.searchAgain(searched.id, mine, { ...data, ...run }, NOW),
      ]);
      const [leadNow, searchNow] = [await leads.read(posted.id), await searches.read(searched.id)];
      for (const [one, times] of [
        [leadNow, leadNow?.submission],
        [searchNow, searchNow?.run],
      ] as const)
        expect([
          [true, 1, false],
          [false, 2, true],
        ]).to.deep.include([one?.forgotten !== undefined, times, one?.lead.personal !== undefined]);
    }
  });

  it('have the run of the search that a lead was submitted from, also if the search is somebody else’s', async () => {
    const key = 'dora-9';
    const emil = { identities: [{ kind: 'email', key: 'emil-9' }] } as const;
    const search = aSearch({ state: 'done', run: 2, counts_from: minute(-9), ...emil });
    await ports().searches.insert(search);
    const of = { state: 'rejected', form: 'A', search_id: search.id, search_run: 1 } as const;
    const lead = aLead({ ...of, identities: [{ kind: 'email', key }] });
    await ports().leads.insert(lead);
    const about = { kind: 'search', of: 'search', record_id: search.id, at: minute(-5) } as const;
    await ports().exchanges.add(
      [1, 2].map((part) => anExchange({ ...about, id: `run-7-${part}`, submission_or_run: part })),
    );
    expect(idsOf((await readPerson(ports(), [key])).exchanges)).to.deep.equal(['run-7-1']);
    expect((await findPersonRecords(ports(), [key])).beside).to.include({ requests: 1 });
    expect(idsOf(await exchangesOfLead(ports(), lead))).to.deep.equal(['run-7-1']);
    const forgotten = { at: NOW, why: 'retention' } as const;
    expect(await exchangesOfLead(ports(), { ...lead, forgotten })).to.deep.equal([]);
    const wanted = { case: 'C-3', at: NOW, keys: [key], no_evidence: true };
    const erasure = { ...wanted, ...(await ports().erasures.find([key])) };
    await runErasure(ports(), await beginErasure(ports(), undefined, erasure));
    expect(idsOf(await ports().exchanges.ofRecord(about))).to.deep.equal(['run-7-2']);
    expect((await ports().searches.read(search.id))?.forgotten).to.equal(undefined);
  });
});
