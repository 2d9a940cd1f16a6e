import { expect } from 'chai';
import { attemptMoney, priceFor, priceOf } from '../../../src/core/money/price.js';
import { aBuyer, aLine, anOffer, aPartnerOffer, someTerms } from '../builders.js';

const program = (value: string, price_cents?: number) => ({
  value,
  label: value.toUpperCase(),
  eligibility: [],
  required_fields: [],
  ...(price_cents !== undefined && { price_cents }),
});
const OFFER = anOffer({ price_cents: 5000, programs: [program('bsn'), program('msn', 6000)] });
const { price_cents: _, ...FREE } = anOffer({ programs: [program('bsn'), program('msn', 6000)] });
const ALL = aLine({ offer: OFFER, price_cents: 4500, program_prices_cents: { msn: 7000, bsn: 0 } });
const ENTRY = aLine({ offer: OFFER, price_cents: 4500 });
const CATALOGUE = { version: 7, books: { currency: 'EUR', time_zone: 'UTC' } };

describe('price', () => {
  for (const [name, campaignOffer, chosen, cents] of [
    ["the campaign's for the program", ALL, 'msn', 7000],
    ["the campaign's 0 for the program", ALL, 'bsn', 0],
    ["the campaign's for the offer, without a program", ALL, undefined, 4500],
    ["the campaign's for the offer, before the program's own", ENTRY, 'msn', 4500],
    ["the program's", aLine({ offer: OFFER }), 'msn', 6000],
    ["the offer's, for a program without its own", aLine({ offer: OFFER }), 'bsn', 5000],
    ["the offer's, for a program that left it", aLine({ offer: OFFER }), 'gone', 5000],
    ["the offer's, without a program", aLine({ offer: OFFER }), undefined, 5000],
    ["the campaign's 0, before the offer's", aLine({ offer: OFFER, price_cents: 0 }), undefined, 0],
    ['none where only another program has one', aLine({ offer: FREE }), 'bsn', undefined],
    ['none configured', aLine({ offer: FREE }), undefined, undefined],
    ['none for a name of the prototype', aLine({ offer: FREE }), 'toString', undefined],
  ] as const)
    it(`is ${name}: ${cents ?? 'none'}`, () => {
      expect(priceFor(campaignOffer, chosen)).to.equal(cents);
    });

  const PARTNER = aLine({ offer: aPartnerOffer(), price_cents: 4500 });
  for (const [name, terms, cents] of [
    ['the bid of the shown result', someTerms({ bid_cents: 1234, buyer_id: PARTNER.offer.buyer.id }), 1234],
    ['a bid of 0', someTerms({ bid_cents: 0, buyer_id: PARTNER.offer.buyer.id }), 0],
    ['the configured one without a bid', someTerms(), 4500],
    ['the configured one on a direct post', undefined, 4500],
  ] as const)
    it(`of a partner is ${name}`, () => {
      expect(priceOf({ terms, program: undefined }, PARTNER)?.cents).to.equal(cents);
    });

  const { buyer } = PARTNER.offer;
  for (const [name, offer, terms, cents] of [
    ['its own bid', PARTNER.offer, { buyer_id: buyer.id }, 5500],
    ['not the bid of another partner', PARTNER.offer, { buyer_id: 'former' }, 4000],
    ['not that of the same buyer on a direct offer', anOffer({ buyer }), { buyer_id: buyer.id }, 4000],
    ['not that of a former partner on a direct offer', anOffer({ buyer: aBuyer({ id: 'new' }) }), {}, 4000],
  ] as const)
    it(`is ${name}`, () => {
      const shown = someTerms({ bid_cents: 5500, ...terms });
      const line = aLine({ offer, price_cents: 4000 });
      expect(priceOf({ terms: shown, program: undefined }, line)?.cents).to.equal(cents);
    });
});

describe('attemptMoney', () => {
  it('holds price, payout, currency and version of the catalogue', () => {
    const line = aLine({ offer: OFFER, payout_cents: 3000, program_payouts_cents: { msn: 3600 } });
    expect(attemptMoney({ terms: undefined, program: 'msn' }, line, CATALOGUE)).to.deep.equal({
      price_cents: 6000,
      payout_cents: 3600,
      currency: 'EUR',
      catalogue_version: 7,
    });
  });

  it('takes the payout that was shown, and the present price', () => {
    const terms = someTerms({ base_payout_cents: 2500 });
    const line = aLine({ offer: OFFER, payout_cents: 3000 });
    expect(attemptMoney({ terms, program: undefined }, line, CATALOGUE)).to.deep.include({
      price_cents: 5000,
      payout_cents: 2500,
    });
  });

  it('is null where nothing is configured, never 0', () => {
    const money = attemptMoney({ terms: undefined, program: 'bsn' }, aLine({ offer: FREE }), CATALOGUE);
    expect(money).to.deep.include({ price_cents: null, payout_cents: null });
  });
});
