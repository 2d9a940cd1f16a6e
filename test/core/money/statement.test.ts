import { expect } from 'chai';
import type { Entry } from '../../../src/core/money/entry.js';
import { periodNames } from '../../../src/core/money/period-names.js';
import {
  dueDay,
  partyByHandle,
  statementLine,
  statementNumber,
  sumLines,
} from '../../../src/core/money/statement.js';

const SALE: Entry = {
  id: 'sale:L1:0',
  kind: 'sale',
  at: new Date('2026-10-31T23:30:00Z'),
  day: '2026-10-31',
  month: '2026-10',
  period: '2026-10',
  written_at: new Date('2026-11-01T00:00:05Z'),
  by: 'buyer',
  currency: 'USD',
  buyer_id: 'B',
  buyer_cents: 4_250,
  affiliate_id: 'A',
  affiliate_cents: 2_000,
  lead_id: 'L1',
  campaign_id: 'C',
  offer_id: 'O',
  program_id: 'constructor',
  subids: { subid: 'google', subid3: 'spring' },
  reference: 'BUYER-REF-17',
};

const NAMES = periodNames({
  affiliates: [
    { id: 'A', handle: 'northwind', name: 'Northwind Media', status: 'active', dupe_check: false },
  ],
  buyers: [
    {
      id: 'B',
      handle: 'lakeshore',
      name: 'Lakeshore University',
      time_zone: 'UTC',
      status: 'retired',
      delivery_hours: [],
      holidays: [],
      caps: [],
    },
  ],
  offers: [],
  campaigns: [],
});

const everything = (line: object): string => JSON.stringify(line);

describe('the lines of a statement', () => {
  it("show a buyer its reference and price, and never payout, affiliate or the affiliate's labels", () => {
    const line = statementLine('buyer', SALE, NAMES);
    expect(line).to.include({ lead_id: 'L1', kind: 'sale', day: '2026-10-31' });
    expect(line).to.include({ amount_cents: 4_250, reference: 'BUYER-REF-17', subids: null });
    for (const hidden of ['2000', 'northwind', 'Northwind', 'google', 'spring', '"A"'])
      expect(everything(line)).to.not.contain(hidden);
  });

  it("show an affiliate its payout and own labels, and never price, buyer name or the buyer's reference", () => {
    const line = statementLine('affiliate', SALE, NAMES);
    expect(line.amount_cents).to.equal(2_000);
    expect(line.reference).to.equal(null);
    expect(line.subids).to.deep.equal({ subid: 'google', subid3: 'spring' });
    for (const hidden of ['4250', 'lakeshore', 'Lakeshore', 'BUYER-REF', '"B"'])
      expect(everything(line)).to.not.contain(hidden);
  });

  it('show an adjustment with its own reference and words, on either side', () => {
    const { lead_id: _, reference: __, ...rest } = SALE;
    const entry: Entry = { ...rest, kind: 'adjustment', own_reference: 'CN-7', why: 'Agreed discount' };
    for (const kind of ['buyer', 'affiliate'] as const)
      expect(statementLine(kind, entry, NAMES)).to.include({
        ...{ kind: 'adjustment', lead_id: null, reference: 'CN-7', reason: 'Agreed discount' },
      });
  });

  it('print what has no name by its id, also a program that is named like a member of every object', () => {
    expect(statementLine('buyer', SALE, NAMES)).to.include({ offer: 'O', program: 'constructor' });
  });

  it('add up by offer, and leave lines without an amount out of the net', () => {
    const sums = sumLines();
    const lines = [
      ['sale', 'Nursing', 4_250],
      ['sale', 'Business', null],
      ['return', 'Nursing', -4_250],
      ['return_reversal', 'Nursing', 4_250],
      ['adjustment', 'Business', 100],
      ['adjustment', null, -5_000],
    ] as const;
    for (const [kind, offer, amount_cents] of lines) sums.add({ kind, offer, amount_cents });
    const none = { sales: 0, sales_cents: 0, returns: 0, returns_cents: 0, adjustments_cents: 0 };
    expect(sums.totals()).to.deep.equal({
      ...{ lines: 6, net_cents: -650, null_amounts: 1 },
      offers: [
        { ...none, offer: 'Business', sales: 1, adjustments_cents: 100, net_cents: 100, null_amounts: 1 },
        {
          ...none,
          offer: 'Nursing',
          sales: 1,
          sales_cents: 4_250,
          net_cents: 4_250,
          null_amounts: 0,
        },
        { ...none, offer: null, adjustments_cents: -5_000, net_cents: -5_000, null_amounts: 0 },
      ],
    });
  });

  it("are due so many days after the month's end: the party's own terms, else the exchange's", () => {
    const due = (own: number | undefined, all: number | undefined): string | undefined =>
      dueDay({
        month: '2026-02',
        party: {
          kind: 'buyer',
          id: 'B',
          handle: 'b',
          name: 'B',
          ...(own !== undefined && { payment_days: own }),
        },
        issuer: all === undefined ? {} : { payment_days: all },
      });
    expect([due(undefined, undefined), due(undefined, 30), due(0, 30)]).to.deep.equal([
      ...[undefined, '2026-03-30', '2026-02-28'],
    ]);
  });

  it('find parties by handle, retired ones too, and number their statements', () => {
    const party = partyByHandle(NAMES, 'buyer', 'lakeshore');
    expect(party).to.deep.equal({
      kind: 'buyer',
      id: 'B',
      handle: 'lakeshore',
      name: 'Lakeshore University',
    });
    expect(party && statementNumber('2026-10', party)).to.equal('2026-10-buyer-lakeshore');
    expect(partyByHandle(NAMES, 'affiliate', 'lakeshore')).to.equal(undefined);
  });
});
