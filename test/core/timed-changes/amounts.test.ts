import { expect } from 'chai';
import { compileCatalogue } from '../../../src/core/catalogue/compile-catalogue.js';
import type { CampaignOffer } from '../../../src/core/catalogue/types.js';
import { attemptMoney } from '../../../src/core/money/price.js';
import { directResult } from '../../../src/core/search/results.js';
import {
  countBelow,
  keepsOwn,
  losingCampaigns,
  type OpenResults,
} from '../../../src/core/timed-changes/foresee-amount.js';
import { rangeIn, valueIn } from '../../../src/core/timed-changes/describe.js';
import { withChanges } from '../../../src/core/timed-changes/in-force.js';
import type { AmountField, TimedChange } from '../../../src/core/timed-changes/timed-change.js';
import { documentOf } from '../../support/catalogue-document.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { timedPause } from '../../support/timed-changes.js';

const program = (value: string, price_cents?: number) => ({
  ...{ value, label: value, eligibility: [], required_fields: [] },
  ...(price_cents !== undefined && { price_cents }),
});
/** The offer's price is 99.99; on the campaign, the payout is 20.00, and 30.00 for msn. */
const DOCUMENT = documentOf(
  testCatalogue({
    offers: {
      [IDS.shared]: {
        programs: [program('bsn'), program('msn', 5_000)],
        price_range_cents: [1_000, 9_000],
      },
    },
    lines: { [IDS.shared]: { program_payouts_cents: { msn: 3_000 }, payout_range_cents: [500, 2_500] } },
  }),
);
const ON_OFFER = { kind: 'offer', entry_id: IDS.shared } as const;
const ON_CAMPAIGN = { kind: 'campaign', entry_id: IDS.campaign, offer_id: IDS.shared } as const;
const change = (id: number, field: AmountField) => timedPause({ id, ...field });
const price = (value: number, more: object = {}): AmountField => ({
  what: 'price',
  value,
  ...ON_OFFER,
  ...more,
});
const payout = (value: number, more: object = {}): AmountField => ({
  what: 'payout',
  value,
  ...ON_CAMPAIGN,
  ...more,
});

const under = (...changes: TimedChange[]) => compileCatalogue(withChanges(DOCUMENT, changes), 7);
const lineUnder = (...changes: TimedChange[]): CampaignOffer => {
  const line = under(...changes)
    .campaigns.get(IDS.campaign)
    ?.offers.get(IDS.shared);
  if (!line) throw new Error('no line');
  return line;
};

/** What an attempt that leaves under these changes is booked with: price, payout, and the changes that it names. */
const booked = (chosen: string, ...changes: TimedChange[]) => {
  const catalogue = under(...changes);
  const money = attemptMoney({ terms: undefined, program: chosen }, lineUnder(...changes), catalogue);
  return [money.price_cents, money.payout_cents, money.timed_changes];
};

describe('prices and payouts for a time', () => {
  const rows: readonly (readonly [string, string, TimedChange[], ReturnType<typeof booked>])[] = [
    ['nothing', 'msn', [], [5_000, 3_000, undefined]],
    ['a price of the offer', 'bsn', [change(4, price(4_500))], [4_500, 2_000, [4]]],
    [
      'a price of the offer, for a program with its own',
      'msn',
      [change(4, price(4_500))],
      [5_000, 3_000, undefined],
    ],
    ['a price of a program', 'msn', [change(4, price(4_500, { program: 'msn' }))], [4_500, 3_000, [4]]],
    [
      'a price of a program without its own',
      'bsn',
      [change(4, price(0, { program: 'bsn' }))],
      [0, 2_000, [4]],
    ],
    [
      'a price on a campaign, before that of the offer',
      'bsn',
      [change(4, price(4_500)), change(5, price(4_000, ON_CAMPAIGN))],
      [4_000, 2_000, [5]],
    ],
    [
      'a price on a campaign for a program',
      'msn',
      [change(5, price(4_000, { ...ON_CAMPAIGN, program: 'msn' }))],
      [4_000, 3_000, [5]],
    ],
    ['a payout', 'bsn', [change(6, payout(2_500))], [9_999, 2_500, [6]]],
    ['a payout of a program', 'msn', [change(6, payout(2_500, { program: 'msn' }))], [5_000, 2_500, [6]]],
    ['both', 'bsn', [change(4, price(4_500)), change(6, payout(2_500))], [4_500, 2_500, [4, 6]]],
    [
      'one of another campaign',
      'bsn',
      [change(4, price(1, { ...ON_CAMPAIGN, entry_id: 'other' }))],
      [9_999, 2_000, undefined],
    ],
  ];
  for (const [name, chosen, changes, expected] of rows)
    it(`${name}: ${chosen}`, () => {
      expect(booked(chosen, ...changes)).to.deep.equal(expected);
    });

  it('are shown with a result, which keeps its payout and names the change after it', () => {
    const changes = [change(6, payout(2_500)), change(7, payout(3_100, { program: 'msn' }))];
    const campaign_offer = lineUnder(...changes);
    const { terms } = directResult({
      ...{ id: 'a', run: 1, campaign: { id: IDS.campaign }, campaign_offer, lead: { personal: {} } },
      ...{ now: new Date(), programs: campaign_offer.offer.programs },
    });
    expect(terms.payout_cents).to.equal(3_100);
    const money = (chosen: string) => {
      const later = change(8, price(4_500));
      return attemptMoney({ terms, program: chosen }, lineUnder(later), under(later));
    };
    expect(money('bsn')).to.deep.include({ price_cents: 4_500, payout_cents: 2_500, timed_changes: [8, 6] });
    expect(money('msn')).to.deep.include({ price_cents: 5_000, payout_cents: 3_100, timed_changes: [7] });
  });

  it('return to the next amount that counts, and to nothing without offer, program or campaign', () => {
    const { campaigns, offers } = DOCUMENT;
    expect({
      offer: valueIn(DOCUMENT, price(1)),
      'its program': valueIn(DOCUMENT, price(1, { program: 'msn' })),
      'a program without its own': valueIn(DOCUMENT, price(1, { program: 'bsn' })),
      'on the campaign': valueIn(DOCUMENT, price(1, { ...ON_CAMPAIGN, program: 'msn' })),
      payout: valueIn(DOCUMENT, payout(1, { program: 'bsn' })),
      'a program that is gone': valueIn(DOCUMENT, price(1, { program: 'phd' })),
      'off the campaign': valueIn(
        { ...DOCUMENT, campaigns: campaigns.map((one) => ({ ...one, offers: [] })) },
        payout(1),
      ),
      'a retired offer': valueIn(
        { ...DOCUMENT, offers: offers.map((one) => ({ ...one, status: 'retired' as const })) },
        price(1),
      ),
    }).to.deep.equal({
      ...{ offer: 9_999, 'its program': 5_000, 'a program without its own': 9_999 },
      ...{ 'on the campaign': 5_000, payout: 2_000, 'a program that is gone': undefined },
      ...{ 'off the campaign': undefined, 'a retired offer': undefined },
    });
    expect([price(1), price(1, ON_CAMPAIGN), payout(1)].map((one) => rangeIn(DOCUMENT, one))).to.deep.equal([
      ...[
        [1_000, 9_000],
        [1_000, 9_000],
        [500, 2_500],
      ],
    ]);
  });

  it('leave what has its own, which is named', () => {
    expect({
      price: keepsOwn(DOCUMENT, price(1)),
      'of a program': keepsOwn(DOCUMENT, price(1, { program: 'bsn' })),
      payout: keepsOwn(DOCUMENT, payout(1)),
      'price, where a campaign has one': keepsOwn(
        withChanges(DOCUMENT, [change(1, price(5, ON_CAMPAIGN))]),
        price(1, { program: 'msn' }),
      ),
    }).to.deep.equal({
      ...{ price: ['program msn'], 'of a program': [], payout: ['program msn'] },
      'price, where a campaign has one': ['campaign northwind-edu'],
    });
  });
});

describe('results under another price', () => {
  const open = (results: number, ...payouts: readonly (readonly [string, number])[]): OpenResults => ({
    ...{ campaign_id: IDS.campaign, results },
    terms: {
      programs: payouts.map(([value, payout_cents]) => ({ value, label: value, payout_cents })),
      base_payout_cents: 2_000,
    },
  });
  const OPEN = [open(3, ['bsn', 2_000], ['msn', 3_000]), open(5, ['bsn', 4_400]), open(7)];

  for (const [name, field, below] of [
    ['as high as each payout', price(4_400), 0],
    ['below what some showed', price(4_399), 5],
    ['below what each showed without a program', price(1_999), 15],
    ['of a program alone', price(2_999, { program: 'msn' }), 3],
  ] as const)
    it(`sell below what they show: ${name}`, () => {
      expect(countBelow(under(change(1, field)), IDS.shared, OPEN)).to.equal(below);
    });

  it('of a campaign that no longer has the offer are not sold', () => {
    expect(
      countBelow(under(change(1, price(1))), IDS.shared, [{ ...open(3), campaign_id: 'gone' }]),
    ).to.equal(0);
  });

  it('are sold at a loss from now on where the payout is above the price', () => {
    const losing = (field: AmountField) => losingCampaigns(under(change(1, field)), field);
    expect({
      'a low price': losing(price(1_999)),
      'a price as high as the payout': losing(price(2_000)),
      'a high payout': losing(payout(10_000)),
      'a payout of a program': losing(payout(5_001, { program: 'msn' })),
    }).to.deep.equal({
      ...{ 'a low price': ['northwind-edu'], 'a price as high as the payout': [] },
      ...{ 'a high payout': ['northwind-edu'], 'a payout of a program': ['northwind-edu'] },
    });
  });
});
