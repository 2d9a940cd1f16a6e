import { testAttempt, testSentTo } from '../../support/records.js';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { ActRefused } from '../../../src/app/act-refused.js';
import type { AuditPorts } from '../../../src/app/audit/audited.js';
import { forgetOld, resendNotice, markNoticeSent } from '../../../src/app/notices/act-on-notices.js';
import { oweNotices, type OweNoticesPorts } from '../../../src/app/notices/owe-notices.js';
import { noticeSending, type SendNoticesPorts } from '../../../src/app/notices/send-notices.js';
import { createLaneServer } from '../../../src/app/outbox/serve-lanes.js';
import { buyersOf } from '../../../src/app/person/certificate.js';
import { foundLeads } from '../../../src/app/person/find-person.js';
import type { NoticeTarget } from '../../../src/app/ports/notice-store.js';
import type { Sent } from '../../../src/app/ports/outbox.js';
import type { Admission } from '../../../src/core/destination-gate/admission.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { NoticeEvent } from '../../../src/core/person/buyer-notice.js';
import { hashPart } from '../../../src/core/lead/identity.js';
import { PLAIN_SEALER } from '../../support/plain-sealer.js';
import { createNoticeStore } from '../../../src/platform/mongo/notices/notice-store.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { migratedServices } from '../../support/services.js';
import { aLead, minute } from '../../support/stored-records.js';

const DAY = 24 * 60;

describe('telling buyers of revocations and erasures', function () {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  beforeEach(async () => {
    for (const name of ['leads', 'buyer_notices', 'outbox_lanes'])
      await connection.collection(name).deleteMany({});
    told = [];
    answer = { ok: true, status: 204, detail: 'HTTP 204' };
    admission = { outcome: 'go' };
    refresh = () => Promise.resolve();
  });
  after(() => services.close());

  let told: { target: NoticeTarget; notice: object; key: string }[];
  let answer: Sent;
  let admission: Admission;
  /** The process reads the catalogue in force. */
  let refresh: () => Promise<void>;
  const endpoint = { url: 'https://buyer.example/r', test_url: 'https://buyer.example/test' };
  const buyer = { id: 'buyer-1', handle: 'lakeshore', revocation: endpoint, erasure: endpoint };
  const offer = { id: 'offer-1', handle: 'nursing', name: 'Nursing', buyer };
  const catalogue = {
    buyers: new Map([['buyer-1', buyer]]),
    offers: new Map([['offer-1', offer]]),
  };
  const audit = (at: number): AuditPorts => ({
    auditLog: { append: () => Promise.resolve(1) },
    clock: () => minute(at),
    who: { kind: 'os_user', id: 'ann' },
    from: { kind: 'cli', host: 'here' },
    onMissingOutcome: () => undefined,
  });
  const notices = () => createNoticeStore(connection);
  const ports = (at = 0) =>
    ({
      notices: notices(),
      leads: createLeadStore(connection),
      catalogue: { current: () => catalogue, refresh },
      sealer: PLAIN_SEALER,
      gate: { enter: () => Promise.resolve(admission), release: () => Promise.resolve() },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      clock: () => minute(at),
      sender: {
        tell: (target: NoticeTarget, notice: object, key: string) => {
          told.push({ target, notice, key });
          return Promise.resolve({ sent: answer, health: 'up' as const });
        },
      },
    }) as unknown as SendNoticesPorts & OweNoticesPorts;
  /** Returns how many notices were tried. */
  async function sendNotices(to: SendNoticesPorts & OweNoticesPorts): Promise<number> {
    let tries = 0;
    const sending = noticeSending(to);
    const send: typeof sending.send = (...what) => {
      tries += 1;
      return sending.send(...what);
    };
    const { clock, log } = to;
    const lanes = { outbox: notices(), clock, log, random: () => 0, pause: () => Promise.resolve() };
    const server = createLaneServer(lanes, { ...sending, send });
    await server.look();
    await server.idle();
    return tries;
  }
  const sentTo = (buyer_id: string, outcome: 'accepted' | 'never_sent' | 'unknown' = 'accepted') => ({
    ...testAttempt({ number: 1, submission: 1, at: minute(0), timeout_ms: 1_000, outcome }),
    sent_to: testSentTo(buyer_id),
  });
  async function owe(over: Partial<LeadRecord>, event: NoticeEvent = 'revocation', but?: string) {
    const lead = aLead({ offer_id: 'offer-1', state: 'accepted', ...over });
    await createLeadStore(connection).insert(lead);
    const reason = { event, at: minute(0), ...(but === undefined ? {} : { but }) };
    for (let twice = 0; twice < 2; twice += 1)
      await oweNotices({ ...ports(), sealer: PLAIN_SEALER }, lead, reason);
    return lead;
  }
  const stored = async () =>
    (await notices().list({ limit: 10 })).map(({ state, content }) => ({ state, ...content }));

  it('tells each buyer that has the lead once, by its own reference', async () => {
    const lead = await owe({ attempts: [sentTo('buyer-1')], reference: 'B-7' });
    expect(await sendNotices(ports())).to.equal(1);
    expect(await sendNotices(ports(1))).to.equal(0);
    expect(told).to.have.lengthOf(1);
    expect(told[0]!.key).to.equal(`revocation:${lead.id}:buyer-1`);
    expect(told[0]!.target.url).to.equal('https://buyer.example/r');
    expect(told[0]!.notice).to.deep.equal({
      ...{ event: 'revoked', lead_id: lead.id, is_test: false, at: minute(0).toISOString() },
      ...{ reference: 'B-7', offer: { id: 'offer-1', handle: 'nursing', name: 'Nursing' } },
    });
    expect((await stored())[0])
      .to.include({ state: 'delivered' })
      .and.not.to.have.property('sealed');
  });

  it('gives hashes to a buyer without a reference, sealed until it was told', async () => {
    const lead = await owe({ attempts: [sentTo('buyer-1', 'unknown')], state: 'unknown' }, 'erasure');
    expect((await stored())[0]!.sealed).to.be.a('string');
    await sendNotices(ports());
    const { email } = lead.lead.personal!;
    expect((told[0]!.notice as { person: object }).person).to.deep.equal({
      email_sha256: hashPart('email', email!),
    });
    const [kept] = await stored();
    expect([kept!.state, kept!.sealed, kept!.sealed_until]).to.deep.equal([
      'delivered',
      undefined,
      undefined,
    ]);
  });

  it('tells no buyer the reference of another one, nor what it did not get of a lead that was sent again', async () => {
    const [first, former, present] = ['buyer-0', 'buyer-1', 'buyer-2'].map((buyer) =>
      sentTo(buyer, 'unknown'),
    );
    const lead = await owe({
      ...{ reference: 'C-3', submission: 2 },
      attempts: [first!, { ...former!, number: 2, submission: 2 }, { ...present!, number: 3, submission: 2 }],
    });
    const told = (await stored()).sort((a, b) => (a.buyer_id < b.buyer_id ? -1 : 1));
    expect(told.map((one) => [one.buyer_id, one.reference, one.offer_id, typeof one.sealed])).to.deep.equal([
      ['buyer-0', undefined, undefined, 'undefined'],
      ['buyer-1', undefined, 'offer-1', 'string'],
      ['buyer-2', 'C-3', 'offer-1', 'undefined'],
    ]);
    expect(buyersOf(await foundLeads({ leads: createLeadStore(connection) }, [lead.id]))).to.deep.equal([
      { buyer: 'buyer-0', leads: [{ lead_id: lead.id }] },
      { buyer: 'buyer-1', leads: [{ lead_id: lead.id }] },
      { buyer: 'buyer-2', leads: [{ lead_id: lead.id, reference: 'C-3' }] },
    ]);
  });

  it('tries for three days, holds what the gate does not admit, and then leaves it to somebody', async () => {
    await owe({ attempts: [sentTo('buyer-1')], reference: 'B-7' });
    admission = { outcome: 'wait', why: 'throttled', for_ms: 60_000 };
    await sendNotices(ports());
    expect([told.length, (await notices().list({ limit: 1 }))[0]!.failures]).to.deep.equal([0, 0]);
    admission = { outcome: 'go' };
    answer = { ok: false, status: 500, detail: 'HTTP 500' };
    let tries = 0;
    for (let at = 1; at < 4 * DAY; at += 30) tries += await sendNotices(ports(at));
    expect(tries).to.be.within(20, 60);
    const [given] = await notices().list({ state: 'open', limit: 10 });
    expect(given!.state).to.equal('parked');
    expect(await notices().waitingForHand()).to.deep.equal({ count: 1, oldest: minute(0) });

    await resendNotice(notices(), audit(4 * DAY), given!.id);
    answer = { ok: true, detail: 'HTTP 200' };
    expect(await sendNotices(ports(4 * DAY))).to.equal(1);
    expect((await stored())[0]!.state).to.equal('delivered');
  });

  it('leaves what waits behind an open breaker to somebody after three days, and waits longer for a throttle', async () => {
    for (let leads = 0; leads < 3; leads += 1) await owe({ attempts: [sentTo('buyer-1')] });
    const stateAt = async (at: number, why: 'destination_down' | 'throttled') => {
      admission = { outcome: 'wait', why, for_ms: 60_000 };
      await sendNotices(ports(at));
      return (await stored()).map(({ state }) => state);
    };
    expect(await stateAt(2 * DAY, 'destination_down')).to.deep.equal(['waiting', 'waiting', 'waiting']);
    expect(await stateAt(3 * DAY + 1, 'throttled')).to.deep.equal(['waiting', 'waiting', 'waiting']);
    expect(await stateAt(3 * DAY + 3, 'destination_down')).to.deep.equal(['parked', 'parked', 'parked']);
    expect(told).to.deep.equal([]);
  });

  it('leaves a buyer without an address to somebody, who says when it is told', async () => {
    await owe({ attempts: [sentTo('buyer-2'), sentTo('buyer-1')] }, 'revocation', 'buyer-1');
    await sendNotices(ports());
    const [hand] = await notices().list({ state: 'parked', limit: 10 });
    expect(hand!.attempts[0]!.detail).to.equal('the buyer has no revocation address: tell it by hand');
    await markNoticeSent(notices(), audit(5), hand!.id, 'ann');
    expect((await notices().read(hand!.id))!).to.deep.include({
      state: 'delivered',
      told_by: { by: 'ann', at: minute(5) },
    });
    expect((await stored())[0]).to.not.have.property('sealed');
    for (const act of [
      () => markNoticeSent(notices(), audit(6), hand!.id, 'bob'),
      () => resendNotice(notices(), audit(6), hand!.id),
      () => markNoticeSent(notices(), audit(6), 'nothing', 'bob'),
    ])
      expect(await act().catch((error: unknown) => error)).to.be.instanceOf(ActRefused);
    expect(told).to.deep.equal([]);
  });

  it('finds an address that was added a moment ago', async () => {
    await owe({ attempts: [sentTo('buyer-2')], reference: 'B-7' });
    refresh = () => {
      catalogue.buyers.set('buyer-2', { ...buyer, id: 'buyer-2' });
      return Promise.resolve();
    };
    await sendNotices(ports());
    catalogue.buyers.delete('buyer-2');
    expect(told.map(({ target }) => target.buyer_id)).to.deep.equal(['buyer-2']);
  });

  it('looks again at a lead that may be leaving, and tells nobody of one that did not', async () => {
    const lead = await owe({ state: 'queued', attempts: [] });
    expect(await sendNotices(ports())).to.equal(0);
    expect(await sendNotices(ports(2))).to.equal(1);
    expect([told.length, (await stored())[0]!.state]).to.deep.equal([0, 'delivered']);
    // The person came back, and asks again when the buyer has the lead.
    await oweNotices({ ...ports(), sealer: PLAIN_SEALER }, lead, { event: 'revocation', at: minute(3) });
    expect(await sendNotices(ports(5)), 'it was looked at').to.equal(0);
    const attempts = [sentTo('buyer-1')];
    await connection.collection('leads').updateOne({}, { $set: { attempts } });
    const again = { event: 'revocation', at: minute(6) } as const;
    await oweNotices({ ...ports(), sealer: PLAIN_SEALER }, { ...lead, attempts }, again);
    await sendNotices(ports(7));
    expect(told.map(({ key }) => key)).to.deep.equal([`revocation:${lead.id}:buyer-1`]);
    const next = {
      ...lead,
      submission: 2,
      attempts: [...attempts, { ...sentTo('buyer-1'), number: 2, submission: 2 }],
    };
    await oweNotices({ ...ports(), sealer: PLAIN_SEALER }, next, { ...again, at: minute(8) });
    await sendNotices(ports(9));
    expect(told[1]?.key).to.equal(`revocation:${lead.id}:buyer-1:2`);
  });

  it('tells nobody of a lead that left only when it was posted again, perhaps for somebody else', async () => {
    const { id } = await owe({ state: 'queued', attempts: [] });
    const again = { submission: 2, attempts: [{ ...sentTo('buyer-1'), submission: 2 }] };
    await connection.collection('leads').updateOne({ _id: id as never }, { $set: again });
    await sendNotices(ports(2));
    expect([told.length, (await stored())[0]!.state]).to.deep.equal([0, 'delivered']);
  });

  it('tells a buyer once that was sent the lead again since', async () => {
    const { id, attempts } = await owe({ attempts: [sentTo('buyer-1')] }, 'erasure');
    const again = {
      submission: 2,
      attempts: [...attempts, { ...sentTo('buyer-1'), number: 2, submission: 2 }],
    };
    await connection.collection('leads').updateOne({ _id: id as never }, { $set: again });
    await sendNotices(ports(2));
    expect(told).to.have.lengthOf(1);
    expect(await notices().list({ state: 'parked', limit: 9 })).to.deep.equal([]);
  });

  it('tells of a test lead at the test address alone', async () => {
    await owe({ is_test: true, attempts: [], reference: 'T-1' });
    await sendNotices(ports());
    expect(told.map(({ target }) => target.url)).to.deep.equal(['https://buyer.example/test']);
  });

  it('asks nobody to tell of a test lead by hand', async () => {
    await owe({ is_test: true, attempts: [], reference: 'T-1' });
    answer = { ok: false, final: true, status: 500, detail: 'HTTP 500' };
    await sendNotices(ports());
    expect((await stored())[0]!.state).to.equal('parked');
    expect(await notices().waitingForHand()).to.deep.equal({ count: 0, oldest: null });
  });

  it('forgets hashes after 90 days, and told notices after 400', async () => {
    await owe({ attempts: [sentTo('buyer-2')] });
    await forgetOld(notices(), minute(89 * DAY));
    expect((await stored())[0]!.sealed).to.be.a('string');
    await forgetOld(notices(), minute(91 * DAY));
    expect((await stored())[0]).to.not.have.property('sealed');
    await sendNotices(ports(91 * DAY));
    await forgetOld(notices(), minute(600 * DAY));
    const [hand] = await notices().list({ state: 'parked', limit: 1 });
    await markNoticeSent(notices(), audit(600 * DAY), hand!.id, 'ann');
    await forgetOld(notices(), minute(1_001 * DAY));
    expect(await stored()).to.deep.equal([]);
  });
});
