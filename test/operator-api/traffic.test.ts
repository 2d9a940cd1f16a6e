import { expect } from 'chai';
import type { Cap } from '../../src/core/catalogue/types.js';
import { unpricedOffers } from '../../src/core/operators/offer-terms.js';
import type { Attempt } from '../../src/core/lead/lead-record.js';
import { createRefusedCallStore } from '../../src/platform/mongo/refused-calls/refused-call-store.js';
import { IDS, testBuyer, testCatalogue } from '../support/catalogue.js';
import { startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import { testLead, testAttempt, testSentTo } from '../support/records.js';

const BASE = '/api/v1/operator';
const MINUTE_MS = 60_000;
const cap: Cap = {
  ...{ id: 'cap-1', scope: 'offer', window: 'day', limit: 10, time_zone: 'America/New_York' },
};
const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 1440 }];
const CATALOGUE = testCatalogue({
  moreBuyers: [testBuyer({ id: IDS.trueExclusive, handle: 'oldtown', name: 'Old Town', status: 'retired' })],
  buyer: { delivery_hours: hours, holidays: ['2020-01-01', '2999-12-25'] },
  offers: { [IDS.shared]: { caps: [cap] } },
});

type Rows = readonly Readonly<Record<string, unknown>>[];
interface Point {
  readonly at: string;
  readonly submits: number;
  readonly accepted: number;
  readonly answer_ms: { readonly p95: number } | null;
}

describe('operator API: offers, buyers, affiliates and what they do', function () {
  let api: TestOperatorApi;
  const now = new Date();
  const ago = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE_MS);
  const answered = (at: Date, duration_ms: number): Attempt => ({
    ...testAttempt({ number: 1, submission: 1, at, timeout_ms: 2_000, outcome: 'accepted', duration_ms }),
    sent_to: testSentTo(IDS.buyer),
  });
  const put = (n: number, minutes: number, over: Parameters<typeof testLead>[0] = {}) =>
    api.platform.leads.insert(
      testLead({ id: `20000000-0000-4000-8000-00000000000${n}`, received_at: ago(minutes), ...over }),
    );

  before(async () => {
    api = await startOperatorApi({}, CATALOGUE);
    const decision = { code: 'ACCEPTED', at: now, source: 'buyer' } as const;
    for (const [n, minutes, ms] of [
      [1, 1, 100],
      [2, 2, 900],
      [3, 26 * 60, 300],
    ] as const)
      await put(n, minutes, { state: 'accepted', decision, attempts: [answered(now, ms)] });
    const refusal = { check: 'eligibility', code: 'NOT_ELIGIBLE', why: 'address.state' } as const;
    await put(4, 3, {
      state: 'rejected',
      decision: { code: 'NOT_ELIGIBLE', at: now, refusal, source: 'service' },
    });
    await put(5, 4, { state: 'waiting', due_at: now });
    const calls = createRefusedCallStore(api.connection);
    const call = (minutes: number, field: string, campaign_id?: string) => ({
      ...{ at: ago(minutes), request_id: `call-${minutes}`, route: '/api/v1/leads', http: 400 },
      ...{ code: 'INVALID_FIELD', field, key_prefix: 'lk_live_abc', affiliate_id: IDS.affiliate },
      ...(campaign_id !== undefined && { campaign_id }),
    });
    await calls.add([
      call(1, 'lead.personal.email', IDS.campaign),
      call(2, 'lead.personal.email'),
      call(3, 'svc_campaign_id'),
      { ...call(4, 'x'), affiliate_id: IDS.campaign },
    ]);
  });
  after(() => api.close());

  it('lists offers with hours, addresses, today and the fullest cap', async () => {
    const { body } = await api.get(`${BASE}/offers`);
    const rows = body.offers;
    expect(rows.map(({ handle }) => handle)).to.include.members(['shared', 'exclusive', 'partner']);
    const shared = rows.find(({ handle }) => handle === 'shared');
    expect(shared).to.deep.nested.include({
      ...{ 'hours.is_open': true, 'hours.opens_at': null, 'hours.holidays': ['2999-12-25'] },
      'hours.hours': [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }],
      ...{ 'buyer.handle': 'lakeshore', 'buyer.status': 'active' },
    });
    expect(shared).to.deep.nested.include({ 'destinations[0].what': 'delivery' });
    expect(shared?.['fullest_cap'], 'there is no ledger yet').to.equal(null);
    const partner = rows.find(({ handle }) => handle === 'partner');
    expect((partner!['destinations'] as Rows).map(({ what }) => what)).to.deep.equal(['search', 'submit']);
    const { body: partners } = await api.get(`${BASE}/partners`);
    expect((partners['partners'] as Rows).map(({ handle }) => handle)).to.deep.equal(['partner']);
  });

  it('finds the offers that have a payout and no price', () => {
    const { campaigns } = testCatalogue();
    const [campaign] = campaigns.values();
    const own = campaign?.offers.get(IDS.shared);
    if (!campaign || !own) throw new Error('the catalogue has no such campaign');
    const { price_cents: _, ...offer } = own.offer;
    const sold = (as: typeof own) =>
      new Map([[campaign.id, { ...campaign, offers: new Map([[offer.id, as]]) }]]);
    expect([...unpricedOffers({ campaigns: sold({ ...own, offer }) })]).to.deep.equal([IDS.shared]);
    expect([...unpricedOffers({ campaigns: sold(own) })]).to.deep.equal([]);
  });

  it('lists all entries of a kind to choose from, also retired ones', async () => {
    const { body } = await api.get(`${BASE}/catalogue/entries?kind=buyer`);
    expect((body['entries'] as Rows).map(({ handle, name, status }) => [handle, name, status])).to.deep.equal(
      [
        ['lakeshore', 'Lakeshore University', 'active'],
        ['oldtown', 'Old Town', 'retired'],
      ],
    );
    expect((await api.get(`${BASE}/catalogue/entries?kind=offers`)).status).to.equal(400);
  });

  it('reads an offer with its series, its caps and the leads that wait', async () => {
    const { body } = await api.get(`${BASE}/offers/shared`);
    expect(body).to.deep.include({ waiting_leads: 1, ledger: 'none' });
    expect((body['campaigns'] as Rows).map(({ handle }) => handle)).to.deep.equal(['northwind-edu']);
    const [one] = body['caps'] as Rows;
    expect(one).to.deep.include({
      id: 'cap-1',
      owner: 'offer shared',
      limit: 10,
      reserved: null,
      left: null,
    });
    const { points, bin, total } = body['series'] as { points: Point[]; bin: string; total: Point };
    expect([bin, points.length]).to.satisfy(([b, n]: [string, number]) => b === 'hour' && n >= 24);
    expect(
      points.reduce((sum, { submits }) => sum + submits, 0),
      'within a day',
    ).to.equal(4);
    expect(total).to.deep.include({
      ...{ submits: 4, accepted: 2, refused: 1, pending: 1, unknown: 0, accept_rate: 0.5 },
      top_reasons: [{ reason: 'address.state', count: 1 }],
    });
    expect(total.answer_ms?.p95).to.be.closeTo(900, 9);
  });

  it('reads a buyer over days, in its own zone', async () => {
    const from = ago(10 * 24 * 60).toISOString();
    const { body } = await api.get(`${BASE}/buyers/${IDS.buyer}?from=${from}`);
    const { points, bin, zone, total } = body['series'] as {
      points: Point[];
      bin: string;
      zone: string;
      total: Point;
    };
    expect([bin, zone, total.submits, total.accepted]).to.deep.equal(['day', 'America/New_York', 5, 3]);
    expect(points.length).to.be.within(10, 12);
    expect(body['waiting_leads']).to.equal(1);
    expect((body['offer_rows'] as Rows).map(({ handle }) => handle)).to.include('shared');
  });

  it('lists affiliates and campaigns with what they sent, and what was refused by field', async () => {
    const { body } = await api.get(`${BASE}/affiliates?days=2`);
    const [row] = body['affiliates'] as Rows;
    expect(row).to.deep.include({
      handle: 'northwind',
      submits: 5,
      accepted: 3,
      refused: 1,
      accept_rate: 0.6,
    });
    expect(row?.['refused_calls']).to.deep.include({
      count: 3,
      by_fault: [
        { code: 'INVALID_FIELD', field: 'lead.personal.email', count: 2 },
        { code: 'INVALID_FIELD', field: 'svc_campaign_id', count: 1 },
      ],
    });
    const seen = new Date(String(row?.['last_seen_at'])).getTime();
    expect(ago(1).getTime() - seen, 'the quarter of the last lead').to.be.within(0, 15 * MINUTE_MS);
    const { body: more } = await api.get(`${BASE}/campaigns?days=2`);
    const [campaign] = more['campaigns'] as Rows;
    expect(campaign).to.deep.nested.include({ 'affiliate.handle': 'northwind', submits: 5 });
    expect(campaign).to.deep.nested.include({ 'refused_calls.count': 1 });
  });

  it('reads an affiliate with its campaigns, what they pay, and why its leads were refused', async () => {
    const { body } = await api.get(`${BASE}/affiliates/northwind?from=${ago(2 * 24 * 60).toISOString()}`);
    expect(body).to.deep.include({ handle: 'northwind', status: 'active', currency: 'USD' });
    const [campaign] = body['campaigns'] as Rows;
    const offers = campaign?.['offers'] as Rows;
    expect([campaign?.['handle'], offers.map(({ handle }) => handle)]).to.deep.equal([
      'northwind-edu',
      [...CATALOGUE.campaigns.get(IDS.campaign)!.offers.values()].map(({ offer }) => offer.handle),
    ]);
    expect(offers[0]).to.include.keys('price_cents', 'payout_cents', 'programs');
    const { total, reasons } = body['series'] as { total: Point; reasons: Rows };
    expect([total.submits, total.accepted]).to.deep.equal([5, 3]);
    expect(reasons).to.deep.equal([{ reason: 'address.state', count: 1 }]);
  });

  it('counts the most frequent faults up to a limit, and none that an older release kept uncut', async () => {
    const calls = createRefusedCallStore(api.connection);
    const request_id = 'counted-call';
    const call = { ...{ at: ago(20 * 24 * 60), request_id, route: '/api/v1/leads' }, http: 400, code: 'X' };
    const fields = [
      'a',
      'b',
      'b',
      'b',
      'c',
      'c',
      'c',
      'c',
      ...Array.from({ length: 4 }, () => 'x'.repeat(60_000)),
    ];
    await calls.add(fields.map((field) => ({ ...call, field, affiliate_id: IDS.campaign })));
    try {
      const counted = (await calls.countSince(ago(21 * 24 * 60), 2)).map(({ field, count }) => [
        field,
        count,
      ]);
      expect(counted).to.deep.equal([
        ['c', 4],
        ['b', 3],
      ]);
    } finally {
      await api.connection.collection('refused_calls').deleteMany({ request_id });
    }
  });

  it('lists refused calls by what they are filtered by', async () => {
    const ids = async (query: string): Promise<unknown[]> =>
      ((await api.get(`${BASE}/refused-calls${query}`)).body['refused_calls'] as Rows).map(
        ({ request_id }) => request_id,
      );
    expect(await ids('')).to.deep.equal(['call-1', 'call-2', 'call-3', 'call-4']);
    expect(await ids('?affiliate=northwind&field=lead.personal.email')).to.deep.equal(['call-1', 'call-2']);
    expect(await ids('?campaign=northwind-edu')).to.deep.equal(['call-1']);
    expect(await ids('?request_id=call-3')).to.deep.equal(['call-3']);
    expect(await ids(`?request_id=call-3&from=${ago(2).toISOString()}`)).to.deep.equal([]);
    expect(await ids('?limit=1')).to.deep.equal(['call-1']);
    expect(await ids(`?to=${ago(2).toISOString()}&key=lk_live_abc`)).to.deep.equal(['call-3', 'call-4']);
  });

  it('keeps the refused calls of a caller while another one, without a key, is refused without end', async () => {
    const calls = createRefusedCallStore(api.connection);
    const stored = api.connection.collection('refused_calls');
    await stored.deleteMany({});
    const like = { route: '/api/v1/leads', http: 400, code: 'INVALID_FIELD', request_id: 'r' };
    const some = (count: number, minutes: number, key: object) =>
      Array.from({ length: count }, (_, n) => ({ ...like, ...key, at: new Date(+ago(minutes) + n) }));
    await calls.add([
      ...some(100, 600, { key_prefix: 'lk_live_abc' }),
      ...some(5, 86_400, { key_prefix: 'lk_live_old' }),
      ...some(400, 10, {}),
    ]);
    await calls.expire(ago(1_440), 250);
    expect(await stored.distinct('key_prefix')).to.deep.equal(['lk_live_abc']);
    expect(await stored.countDocuments({ key_prefix: 'lk_live_abc' })).to.equal(100);
    const others = await stored
      .find({ key_prefix: { $exists: false } })
      .sort({ at: 1 })
      .toArray();
    expect(others).to.have.length(150);
    expect(others[0]?.['at'], 'the newest').to.deep.equal(new Date(+ago(10) + 250));
  });

  it('says in one sentence what is wrong', async () => {
    for (const [path, status, message] of [
      ['/offers/nothing', 404, 'There is no offer with this handle or id.'],
      ['/partners/shared', 404, 'There is no partner with this handle or id.'],
      ['/buyers/nothing', 404, 'There is no buyer with this handle or id.'],
      ['/affiliates/nothing', 404, 'There is no affiliate with this handle or id.'],
      ['/offers/shared?from=2020-01-01T00:00:00Z', 400, 'from must be at most 92 days before to.'],
      ['/offers/shared?from=2999-01-01T00:00:00Z', 400, 'from must be before to.'],
      ['/affiliates?days=15', 400, 'days must be a whole number from 1 to 14.'],
    ] as const) {
      const { status: http, body } = await api.get(`${BASE}${path}`);
      expect([http, body['message']], path).to.deep.equal([status, message]);
    }
  });
});
