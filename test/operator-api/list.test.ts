import { expect } from 'chai';
import { IDS } from '../support/catalogue.js';
import { LEADS, startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import { testLead } from '../support/records.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 9, 31, 12, minute));
const idOf = (n: number): string => `20000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`;
const lead = (n: number, over: Parameters<typeof testLead>[0] = {}) =>
  testLead({ id: idOf(n), received_at: at(n), request_id: `call-${n}`, ...over });
const decided = (code: 'ACCEPTED' | 'DUPLICATE') =>
  ({
    state: code === 'ACCEPTED' ? 'accepted' : 'rejected',
    decision: { code, at: at(59), source: 'service' },
  }) as const;

const SALE = {
  ...{ buyer_id: IDS.buyer, buyer_cents: 4_200, affiliate_cents: 2_500, currency: 'USD' },
  ...{ attempt: 1, catalogue_version: 1 },
};

const STORED = [
  lead(0),
  lead(1, {
    ...decided('ACCEPTED'),
    decision: { ...decided('ACCEPTED').decision, payout_cents: 2_500, sale: SALE },
    returns: [{ at: at(59), code: 'bad_phone', by: 'ann', payout_reversed: true }],
  }),
  lead(2, {
    ...decided('DUPLICATE'),
    decision: {
      ...decided('DUPLICATE').decision,
      refusal: { check: 'duplicate', code: 'DUPLICATE', why: 'held' },
    },
    offer_id: IDS.exclusive,
  }),
  lead(3, { state: 'unknown', reference: 'B-17' }),
  lead(4, { state: 'pending', program_id: 'bsn', intent: { at: at(4), submission: 1, buyer_id: IDS.buyer } }),
  lead(5, {
    tracking: { ip_address: '203.0.113.7', subid: 'fall', subid3: 'spring' },
    tracking_keys: ['subid:spring'],
  }),
];

describe('operator API: the list of leads', function () {
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi();
    for (const each of STORED) await api.platform.leads.insert(each);
  });
  after(() => api.close());
  const ask = async (query: string) => {
    const { status, body } = await api.get(`${LEADS}${query}`, { key: await api.issueKey(['leads:read']) });
    const leads = (body['leads'] ?? []) as readonly { readonly id: string }[];
    return { status, body, numbers: leads.map(({ id }) => Number(id.slice(-2))), next: body['next_cursor'] };
  };

  for (const [query, numbers] of [
    ['', [5, 4, 3, 2, 1, 0]],
    ['?from=2026-10-31T12:02:00Z&to=2026-10-31T12:04:00Z', [3, 2]],
    ['?order=oldest&from=2026-10-31T12:02:00Z&to=2026-10-31T12:04:00Z', [2, 3]],
    ['?from=2026-10-31T07:02:00-05:00&to=2026-10-31T13:04:00%2B01:00', [3, 2]],
    ['?state=unknown', [3]],
    ['?state=unknown,pending', [4, 3]],
    ['?code=UNKNOWN', [3]],
    ['?code=PENDING', [5, 4, 0]],
    ['?code=DUPLICATE', [2]],
    ['?code=RETURNED', [1]],
    ['?code=RETURNED&state=rejected', []],
    ['?affiliate=northwind&code=ACCEPTED', [1]],
    [`?affiliate=${IDS.affiliate}&limit=2`, [5, 4]],
    ['?campaign=northwind-edu&state=accepted', [1]],
    ['?offer=exclusive', [2]],
    ['?buyer=lakeshore&state=pending', [4]],
    ['?program=bsn', [4]],
    ['?reference=B-17', [3]],
    ['?request_id=call-4', [4]],
    ['?reference=b-17', []],
    [`?reference=${'x'.repeat(300)}`, []],
  ] as const)
    it(`${query || 'no filter'} → ${numbers.join(', ') || 'nothing'}`, async () => {
      const { status, numbers: found } = await ask(query);
      expect([status, found]).to.deep.equal([200, numbers]);
    });

  it('tells why a lead was refused, what it was sold for, what is left of that, and its labels', async () => {
    const { body } = await ask('');
    const rows = body['leads'] as readonly Readonly<Record<string, unknown>>[];
    const of = (n: number) => rows.find(({ id }) => id === idOf(n));
    expect(of(2)).to.include({ reason: 'held', price_cents: null, margin_cents: null });
    expect(of(1)).to.include({ reason: null, price_cents: 4_200, payout_cents: 2_500, margin_cents: 0 });
    expect(of(5)).to.include({ us_state: 'WI', subid: 'fall' });
  });

  it('says in which currency it tells payouts', async () => {
    expect((await ask('?limit=1')).body['currency']).to.equal('USD');
  });

  it('has no personal data, also for a key with pii:read', async () => {
    const { text } = await api.get(LEADS);
    for (const personal of ['ann@example.com', '6085550100', 'Ann', '203.0.113.7'])
      expect(text).to.not.contain(personal);
  });

  it('goes on with the cursor, whatever the limit, without what came meanwhile', async () => {
    const first = await ask('?affiliate=northwind&limit=2');
    await api.platform.leads.insert(lead(30, { id: idOf(30), received_at: new Date() }));
    const second = await ask(`?affiliate=northwind&limit=3&cursor=${String(first.next)}`);
    const third = await ask(`?affiliate=northwind&cursor=${String(second.next)}`);
    expect([first.numbers, second.numbers, third.numbers, third.next]).to.deep.equal([
      [5, 4],
      [3, 2, 1],
      [0],
      null,
    ]);
  });

  it('refuses a cursor of other filters, and what is no cursor', async () => {
    const { next } = await ask('?affiliate=northwind&limit=2');
    const cursor = String(next);
    const WRONG = 'cursor must be sent with the other parameters of the call that gave it.';
    const NONE = 'cursor must be the next_cursor of an answer.';
    for (const [query, message] of [
      [`?affiliate=northwind&state=unknown&cursor=${cursor}`, WRONG],
      [`?affiliate=northwind&order=oldest&cursor=${cursor}`, WRONG],
      [`?cursor=${cursor}`, WRONG],
      [`?affiliate=northwind&to=2026-11-01T00:00:00Z&cursor=${cursor}`, WRONG],
      [`?affiliate=northwind&cursor=${cursor.slice(0, -1)}`, NONE],
      [`?affiliate=northwind&cursor=${cursor}x`, NONE],
      [`?affiliate=northwind&cursor=A${cursor}`, NONE],
      ['?cursor=eyJhIjoxfQ', NONE],
      ['?cursor=', NONE],
    ] as const) {
      const { status, body } = await ask(query);
      expect([status, body['message'], body.field], query).to.deep.equal([400, message, 'cursor']);
    }
  });

  const ROWS = [
    ['?from=2026-10-31', 'from', 'from must be a time with its zone, like 2026-10-01T00:00:00Z.'],
    ['?from=2026-02-30T00:00:00Z', 'from', 'from must be a time with its zone, like 2026-10-01T00:00:00Z.'],
    ['?from=2026-10-31T12:00:00', 'from', 'from must be a time with its zone, like 2026-10-01T00:00:00Z.'],
    ['?from=2026-11-01T00:00:00Z&to=2026-10-01T00:00:00Z', 'from', 'from must be before to.'],
    ['?from=9999-01-01T00:00:00Z', 'from', 'from must be before to.'],
    ['?limit=0', 'limit', 'limit must be a whole number from 1 to 200.'],
    ['?limit=201', 'limit', 'limit must be a whole number from 1 to 200.'],
    ['?limit=1e2', 'limit', 'limit must be a whole number from 1 to 200.'],
    ['?limit=10&limit=10', 'limit', 'Send limit once.'],
    [
      '?affiliate=nobody',
      'affiliate',
      "affiliate must be the handle or id of one of the catalogue's affiliates.",
    ],
    ['?buyer=', 'buyer', 'buyer must be a text of 1 to 200 characters without control characters.'],
    ['?subid=a%00b', 'subid', 'subid must be a text of 1 to 200 characters without control characters.'],
    [
      `?subid=${'x'.repeat(201)}`,
      'subid',
      'subid must be a text of 1 to 200 characters without control characters.',
    ],
    ['?stat=unknown', 'stat', 'There is no parameter stat (did you mean "state"?): this address has'],
    ['?__proto__=1', undefined, 'Send parameters of this address alone: it has'],
    ['?constructor=1', 'constructor', 'There is no parameter constructor'],
    ['?from[$gt]=1', undefined, 'Send parameters of this address alone'],
  ] as const;
  for (const [query, field, message] of ROWS)
    it(`${query.slice(0, 60)}: ${message.slice(0, 70)}`, async () => {
      const { status, body } = await ask(query);
      expect([status, body.field]).to.deep.equal([400, field]);
      expect(body['message']).to.contain(message);
      expect(body['message']).to.match(/\.$/);
    });

  it('names each value of a list in the sentence', async () => {
    for (const query of ['?state=open', '?state=unknown,', '?state=UNKNOWN', '?code=unknown']) {
      const { status, body } = await ask(query);
      expect([status, body['message']], query).to.satisfy(
        ([http, said]: [number, string]) => http === 400 && / must be one (or more )?of \w+, /.test(said),
      );
    }
  });
});
