import { expect } from 'chai';
import fc from 'fast-check';
import { partnerPayout, payoutFor, toMoney } from '../../../src/core/money/payout.js';
import { aLine, aPartnerOffer } from '../builders.js';

const PAYS = aLine({ payout_cents: 3000, program_payouts_cents: { msn: 3600, free: 0 } });
const PROGRAM_ONLY = aLine({ program_payouts_cents: { msn: 3600 } });
const NONE = aLine();

describe('payout', () => {
  for (const [name, campaignOffer, program, cents] of [
    ['of the offer', PAYS, undefined, 3000],
    ['of a program', PAYS, 'msn', 3600],
    ['of a program that pays nothing', PAYS, 'free', 0],
    ['of a program without its own', PAYS, 'bsn', 3000],
    ['none for a program without its own', PROGRAM_ONLY, 'bsn', undefined],
    ['none configured', NONE, undefined, undefined],
    ['none for a name of the prototype', NONE, 'toString', undefined],
  ] as const)
    it(`${name}: ${cents ?? 'none'}`, () => {
      expect(payoutFor(campaignOffer, program)).to.equal(cents);
    });

  for (const [share, bid, cents] of [
    [0.7, 1001, 700],
    [0.29, 100, 29],
    [0.57, 100, 57],
    [1, 4250, 4250],
    [0, 4250, 0],
    [0.7, undefined, undefined],
    [0.7, -100, undefined],
    [undefined, 1001, 3000],
    [undefined, undefined, 3000],
  ] as const)
    it(`share ${share ?? 'not set'} of a bid of ${bid ?? 'nothing'}: ${cents ?? 'none'}`, () => {
      expect(partnerPayout(aLine({ offer: aPartnerOffer(share), payout_cents: 3000 }), bid)?.cents).to.equal(
        cents,
      );
    });

  it('never pays a share that is more than the bid', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.nat(10_000_000), (percent, bid) => {
        const cents = partnerPayout(aLine({ offer: aPartnerOffer(percent / 100) }), bid)?.cents;
        expect(cents).to.equal(Number((BigInt(bid) * BigInt(percent)) / 100n));
      }),
    );
  });

  it('shows cents as decimals', () => {
    expect([4250, 3000, 1, 0].map(toMoney)).to.deep.equal([42.5, 30, 0.01, 0]);
  });
});
