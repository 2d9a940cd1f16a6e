import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { chainEvidence } from '../../../src/app/consent/chain-evidence.js';
import { keepEvidence } from '../../../src/app/consent/keep-evidence.js';
import { endExchanges } from '../../../src/app/exchanges/end-exchanges.js';
import { beginErasure } from '../../../src/app/person/begin-erasure.js';
import { runErasure } from '../../../src/app/person/erase-person.js';
import type { VerificationAnswers } from '../../../src/app/ports/verification-answers.js';
import { keepAnswer } from '../../../src/app/submit/ask-step.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { OwnedStep } from '../../../src/core/verification/steps.js';
import { keepExchanges } from '../../../src/platform/mongo/exchanges/keep-exchanges.js';
import { createVerificationAnswers } from '../../../src/platform/mongo/verification/answer-store.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { anExchange } from '../../support/exchanges.js';
import { erasePortsIn } from '../../support/erase-ports.js';
import { migratedServices, silentLog, TEST_SECRET } from '../../support/services.js';
import { expectClassified } from '../../support/stored-paths.js';
import { aLead, aSearch, minute } from '../../support/stored-records.js';

const attempt = { n: 1, round: 1, at: minute(0), timeout_ms: 1_000, outcome: 'retry' } as const;
const ADA = [{ kind: 'email', key: 'key-of-ada' }] as const;
const BOB = [{ kind: 'email', key: 'key-of-bob' }] as const;
const ERASED = minute(1);
const AGAIN = minute(5);
const leases = { take: () => Promise.resolve(true) };

/** A process stands still for minutes, with something of Ada. Meanwhile Ada is erased, and the record is sent again for Bob. */
describe('what is stored late of a person whose record was sent again', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  after(() => services.close());

  const ports = (now = ERASED) => erasePortsIn(connection, now);
  const rowsOf = (name: string) => connection.collection<{ _id: string }>(name);

  async function ofAda(): Promise<LeadRecord> {
    const lead = aLead({ state: 'failed', attempts: [attempt], identities: ADA, revision: 1 });
    await ports().leads.insert(lead);
    return lead;
  }
  async function erase(no_evidence = false): Promise<void> {
    const found = await ports().erasures.find(['key-of-ada']);
    const wanted = { case: 'C-1', at: ERASED, keys: ['key-of-ada'], no_evidence, ...found };
    await runErasure(ports(), await beginErasure(ports(), undefined, wanted));
  }
  async function sendAgain({ id, round, ...lead }: LeadRecord): Promise<LeadRecord> {
    const { campaign_id, offer_id, request_id, is_test, tracking, extra, answers, consent } = lead;
    await ports().leads.resubmit(id, round, {
      ...{ campaign_id, offer_id, request_id, is_test, tracking, extra, answers, consent, lead: lead.lead },
      ...{ identities: BOB, known: BOB, data_hash: 'of bob', received_at: AGAIN, due_at: AGAIN },
      ...{ received_before: lead.received_at, entry: { at: AGAIN, what: 'received_again' } },
    });
    return (await ports().leads.read(id))!;
  }
  async function leftOf(...some: ReturnType<typeof anExchange>[]): Promise<readonly string[]> {
    const keeper = keepExchanges({
      ...{ store: ports().exchanges, log: silentLog, onCounted: () => undefined },
    });
    for (const one of some) keeper.note({ bytes: 1_000, make: () => one });
    await keeper.close();
    const rows = await rowsOf('exchanges')
      .find({ _id: { $in: some.map(({ id }) => id) } })
      .toArray();
    return rows.map(({ _id }) => _id).sort();
  }

  it('is no request of a lead', async () => {
    const lead = await ofAda();
    await erase();
    const { round, revision } = await sendAgain(lead);
    expect([round, revision]).to.deep.equal([2, 2]);
    const about = (of: string, over: object) =>
      anExchange({ id: `${of} ${lead.id}`, record_id: lead.id, ...over });
    // A webhook with her click id may leave after the erasure, if its worker stood still.
    const webhook = { kind: 'webhook', round: 0, at: minute(4) } as const;
    const late = [about('a', { round: 1 }), about('b', { ...webhook, n: 1 })];
    const his = [about('c', { round: 2, at: AGAIN }), about('d', { ...webhook, n: 3, at: AGAIN })];
    expect(await leftOf(...late, ...his)).to.deep.equal(his.map(({ id }) => id));
    // Its process was killed before it looked.
    await ports().exchanges.add(late);
    await endExchanges({ exchanges: ports().exchanges, clock: () => minute(9) }, minute(-9));
    expect(await leftOf(...his)).to.deep.equal(his.map(({ id }) => id));
    expect(await rowsOf('exchanges').countDocuments({ record_id: lead.id })).to.equal(2);
    await expectClassified(connection);
  });

  it('is no request of a lead that a former build forgot, by its time', async () => {
    const lead = await ofAda();
    await erase();
    const formerly = { 'forgotten.round': 1, 'forgotten.revision': 1 } as const;
    await rowsOf('leads').updateOne({ _id: lead.id }, { $unset: formerly });
    await sendAgain(lead);
    const [late, his] = [minute(0), AGAIN].map((at) => anExchange({ record_id: lead.id, at }));
    expect(await leftOf(late!, his!)).to.deep.equal([his!.id]);
  });

  it('is no request of a search', async () => {
    const search = aSearch({ state: 'done', identities: ADA });
    const { id, affiliate_id, campaign_id, request_id, lead, tracking, extra } = search;
    await ports().searches.insert(search);
    await erase();
    await ports().searches.searchAgain(
      id,
      { affiliate_id, is_test: false },
      {
        ...{
          campaign_id,
          request_id,
          lead,
          tracking,
          extra,
          consent: {},
          identities: BOB,
          knownWith: () => BOB,
        },
        ...{ is_test: false, suppression_keys: [], entries: [], due_at: AGAIN, closes_at: AGAIN },
      },
      AGAIN,
    );
    const about = { kind: 'search', of: 'search', record_id: id } as const;
    const [late, his] = [1, 2].map((round) => anExchange({ ...about, round }));
    expect(await leftOf(late!, his!)).to.deep.equal([his!.id]);
    await expectClassified(connection);
  });

  it('is no evidence, if the erasure removes it', async () => {
    const lead = await ofAda();
    const partnersOf = async () => {
      await erase(true);
      await sendAgain(lead);
      return new Map();
    };
    await keepEvidence({ ...ports(), searches: { ...ports().searches, partnersOf } }, [lead]);
    const bob = await ports().leads.read(lead.id);
    await keepEvidence(ports(), [{ ...bob!, attempts: [{ ...attempt, round: 2 }] }]);
    const kept = async () => (await ports().consents.ofLead(lead.id)).map(({ id }) => id).sort();
    expect(await kept()).to.deep.equal([`${lead.id}:1`, `${lead.id}:2`]);
    await chainEvidence({ ...ports(), leases, owner: 'a' });
    expect(await kept()).to.deep.equal([`${lead.id}:2`]);
    await keepEvidence(ports(), [lead]);
    expect(await kept(), 'who read it before keeps none').to.deep.equal([`${lead.id}:2`]);
  });

  it('is no answer of a verification service', async () => {
    const lead = await ofAda();
    await erase();
    const bob = await sendAgain(lead);
    const answers: VerificationAnswers = createVerificationAnswers(connection, createIdentities(TEST_SECRET));
    const owned = { step: { name: 'scrub', cache_ms: 60 * 60_000 } as OwnedStep['step'] };
    const heard = { kind: 'answered', outcome: 'pass', status: 200, detail: '' } as const;
    const keep = async (of: LeadRecord): Promise<boolean> => {
      const question = `${of.id} ${of.round}`;
      const stores = { verificationAnswers: answers, leads: ports().leads, clock: () => AGAIN };
      const asked = { heard, at: AGAIN, keep_as: question, seen: { detail: '' } };
      await keepAnswer(stores, of, owned, asked);
      return (await answers.find(question, minute(30))) !== null;
    };
    expect([await keep(lead), await keep(bob)]).to.deep.equal([false, true]);
  });
});
