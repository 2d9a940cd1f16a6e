import { testSentTo, testAttempt } from '../../support/records.js';
import { expect } from 'chai';
import type { Attempt } from '../../../src/core/lead/lead-record.js';
import { reachedAttempt } from '../../../src/core/delivery/attempt.js';
import { saleEntry, soldFor } from '../../../src/core/money/sale-entry.js';

const AT = new Date('2026-10-31T23:30:00Z');
const money = { price_cents: 5_000, payout_cents: 3_500, currency: 'USD', catalogue_version: 7 };
const attempt = (n: number, over: Partial<Attempt> = {}): Attempt =>
  testAttempt({ number: n, at: AT, sent_to: testSentTo('summit'), money, ...over });

describe('what a lead is sold for', () => {
  it('is what its attempt stored before it left, whatever the catalogue says by now', () => {
    expect(soldFor(attempt(2))).to.deep.equal({
      ...{ buyer_id: 'summit', buyer_cents: 5_000, affiliate_cents: 3_500 },
      ...{ currency: 'USD', catalogue_version: 7, attempt: 2 },
    });
  });

  it('is what the buyer says it pays, where its answer says so; the payout stays', () => {
    const sale = soldFor(attempt(1), 4_125);
    expect(sale).to.include({ buyer_cents: 4_125, affiliate_cents: 3_500, price_from_answer: true });
    expect(saleEntry(sale, AT, 'buyer')).to.not.have.property('price_from_answer');
  });

  it('may be nothing, when the buyer pays nothing: that is 0 and not null', () => {
    expect(soldFor(attempt(1), 0).buyer_cents).to.equal(0);
  });

  it('is null where nothing was configured', () => {
    const none = attempt(1, { money: { ...money, price_cents: null, payout_cents: null } });
    expect(soldFor(none)).to.include({
      buyer_cents: null,
      affiliate_cents: null,
    });
  });

  it('belongs to the newest attempt of the submission that may have reached the buyer', () => {
    const attempts = [attempt(1), attempt(2, { outcome: 'unknown' }), attempt(3, { outcome: 'never_sent' })];
    expect(reachedAttempt({ attempts, submission: 1 })?.number).to.equal(2);
    expect(reachedAttempt({ attempts, submission: 2 })).to.equal(undefined);
  });
});
