import { expect } from 'chai';
import { callResultOf, seenOf } from '../../../src/core/destination-gate/call-result.js';
import {
  deliveryDestination,
  followUpDestination,
  noticeDestination,
  searchDestination,
} from '../../../src/core/destination-gate/destination.js';
import { stepDestination } from '../../../src/core/verification/steps.js';
import { testOffer } from '../../support/catalogue.js';
import { verifyStep } from '../../support/verify-step.js';

const plain = testOffer({ id: 'o' });
const limits = { throttle: { per_minute: 6 }, max_in_flight: 2, timeout_ms: 2_000 };
const breaker = { failures: 1, open_for_ms: 1_000, offer_while_open: true };
const DEFAULT = { failures: 5, open_for_ms: 30_000, offer_while_open: false };

describe('an address behind its gate', () => {
  it('has no limit that nobody set, and a breaker in any case', () => {
    expect(deliveryDestination(plain)).to.deep.equal({ id: 'o', breaker: DEFAULT, lease_ms: 7_000 });
  });

  it('has the limits that its offer says', () => {
    const offer = testOffer({ id: 'o', delivery: { ...plain.delivery, ...limits, breaker } });
    const limited = { per_minute: 6, max_in_flight: 2, breaker, lease_ms: 7_000 };
    expect(deliveryDestination(offer)).to.deep.equal({ id: 'o', ...limited });
    expect(searchDestination(offer, offer.delivery, false)).to.deep.equal({ id: 'o:search', ...limited });
  });

  it('asks about pending leads at a gate of its own, with a quarter of the places', () => {
    const offer = testOffer({ id: 'o', delivery: { ...plain.delivery, ...limits, breaker } });
    expect(followUpDestination(offer)).to.deep.equal({
      ...{ id: 'o:follow-up', breaker, lease_ms: 7_000, share: 0.25 },
    });
    expect(followUpDestination(plain).breaker).to.deep.equal(DEFAULT);
  });

  const step = verifyStep({ ...limits, name: 'scrub', breaker });
  const addresses = [
    ['o:search', (isTest: boolean) => searchDestination({ id: 'o' }, { ...step, ...limits }, isTest)],
    ['o:verify:scrub', (isTest: boolean) => stepDestination({ of: 'o', step }, isTest)],
    ['b:erasure', (isTest: boolean) => noticeDestination('b', 'erasure', { ...limits, breaker }, isTest)],
  ] as const;
  for (const [id, of] of addresses)
    it(`has a test address with limits of its own, which are the same: ${id}`, () => {
      expect(of(false).id).to.equal(id);
      expect(of(true)).to.deep.equal({ ...of(false), id: `${id}:test`, share: 0.25 });
    });
});

describe('what is remembered of a request', () => {
  it('is what an operator may see', () => {
    expect(seenOf({ kind: 'never_sent', detail: 'ECONNREFUSED' })).to.deep.equal({ detail: 'ECONNREFUSED' });
    expect(seenOf({ kind: 'unknown', detail: 'no rule', status: 502 })).to.deep.equal({
      ...{ status: 502, detail: 'no rule' },
    });
    expect(seenOf({ kind: 'unknown', detail: 'a time-out' })).to.deep.equal({ detail: 'a time-out' });
    const answered = { kind: 'answered', status: 200, answer: { outcome: 'accepted' } } as const;
    expect(seenOf(answered)).to.deep.equal({ status: 200 });
    expect(seenOf({ ...answered, via: 'proxy.example:1' })).to.deep.equal({
      ...{ status: 200, via: 'proxy.example:1' },
    });
  });

  it('is what it was read as, and whether its destination works', () => {
    const answer = { outcome: 'rejected', reason: 'of the buyer' } as const;
    expect(callResultOf({ kind: 'answered', status: 422, answer }, 12)).to.deep.equal({
      ...{ health: 'up', outcome: 'rejected', duration_ms: 12, status: 422 },
    });
    expect(callResultOf({ kind: 'never_sent', detail: 'refused' }, 3)).to.deep.equal({
      ...{ health: 'down', outcome: 'never_sent', duration_ms: 3, detail: 'refused' },
    });
  });
});
