import { expect } from 'chai';
import {
  followUpBuyerChanged,
  buyerChanged,
  repeatBuyerChanged,
  whyStranded,
  sentTo,
} from '../../../src/core/delivery/attempt.js';
import type { Attempt, AttemptOutcome, SentTo } from '../../../src/core/lead/lead-record.js';
import type { LeadState } from '../../../src/core/lead/lead-states.js';
import { IDS, testBuyer, testOffer } from '../../support/catalogue.js';
import { testLead, testAttempt } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');
const { delivery } = testOffer();
const HERE = 'https://leads.example.com';
const STATUS = 'https://status.example.com';
const posted = { ...delivery, url: `${HERE}/v1/leads?key=x` };
const followUp = { ...delivery, url: `${STATUS}/v1`, every_ms: 60_000, for_ms: 3_600_000 };

const offer = testOffer({ delivery: posted });
const asking = testOffer({ delivery: { ...posted, follow_up: followUp } });
const ANOTHER = 'its offer has another buyer now';
const ELSEWHERE = 'its buyer has another address now';

const attempt = (to: SentTo, outcome: AttemptOutcome = 'unknown', submission = 1): Attempt => ({
  ...testAttempt({ submission, at: AT, outcome }),
  sent_to: to,
});
const to = (over: Partial<SentTo> = {}): SentTo => ({ ...sentTo(offer), ...over });
const OTHERS = to({ buyer_id: 'another' });
const OLD = to({ delivery_origin: 'https://old.example.com' });

describe('whom an attempt went to', () => {
  it('is stored without path, query or secret', () => {
    expect(sentTo(offer)).to.deep.equal({ buyer_id: IDS.buyer, delivery_origin: HERE });
    expect(sentTo(asking)).to.deep.equal({
      ...{ buyer_id: IDS.buyer, delivery_origin: HERE, status_origin: STATUS },
    });
    const unreadable = testOffer({ delivery: { ...delivery, url: 'leads' } });
    expect(sentTo(unreadable).delivery_origin).to.equal('');
  });

  it('decides who is listened to: the buyer that the offer has now', () => {
    expect(buyerChanged(attempt(to()), offer)).to.equal(undefined);
    expect(buyerChanged(attempt(OLD), offer), 'wherever it takes its leads').to.equal(undefined);
    expect(buyerChanged(attempt(OTHERS), offer)).to.equal(ANOTHER);
  });

  const asked: readonly [string, SentTo, typeof offer, string | undefined][] = [
    ['the address of then', sentTo(asking), asking, undefined],
    ['another status address', { ...sentTo(asking), status_origin: HERE }, asking, ELSEWHERE],
    [
      'another delivery address alone',
      { ...sentTo(asking), delivery_origin: 'https://old' },
      asking,
      undefined,
    ],
    ['no status address then', to(), asking, undefined],
    ['no status address then, and another delivery address', OLD, asking, ELSEWHERE],
    ['another buyer at the same address', { ...sentTo(asking), buyer_id: 'another' }, asking, ANOTHER],
    ['another buyer', OTHERS, asking, ANOTHER],
  ];
  for (const [name, went, by, why] of asked)
    it(`decides where is asked, ${name}: ${why ?? 'may be asked'}`, () => {
      expect(followUpBuyerChanged(attempt(went, 'pending'), by)).to.equal(why);
    });

  const repeated: readonly [string, readonly Attempt[], string | undefined][] = [
    ['nothing was tried', [], undefined],
    ['unknown, here', [attempt(to())], undefined],
    ['unknown, at another address', [attempt(OLD)], ELSEWHERE],
    ['open, at another address', [attempt(OLD, 'open')], ELSEWHERE],
    ['unknown, at another buyer', [attempt(OTHERS)], ANOTHER],
    ['"try again" at another buyer', [attempt(OTHERS, 'retry')], undefined],
    ['never sent to another buyer', [attempt(OTHERS, 'never_sent')], undefined],
    ['unknown in an earlier submission at another buyer', [attempt(OTHERS, 'unknown', 0)], undefined],
    ['one here, one at another address', [attempt(to()), attempt(OLD)], ELSEWHERE],
  ];
  for (const [name, attempts, why] of repeated)
    it(`decides where is repeated, ${name}: ${why ?? 'may be repeated'}`, () => {
      expect(repeatBuyerChanged(testLead({ attempts }), offer)).to.equal(why);
    });
});

describe('a lead that an offer’s change strands', () => {
  const rows: readonly [string, LeadState, readonly Attempt[], typeof offer, string | undefined][] = [
    ['accepted by another buyer', 'accepted', [attempt(OTHERS, 'accepted')], offer, undefined],
    ['unknown, ended since', 'rejected', [attempt(OTHERS)], offer, undefined],
    ['not tried', 'queued', [], offer, undefined],
    ['waits to be repeated elsewhere', 'waiting', [attempt(OLD)], offer, ELSEWHERE],
    ['waits after "try again" elsewhere', 'waiting', [attempt(OTHERS, 'retry')], offer, undefined],
    ['unknown here', 'unknown', [attempt(to())], offer, undefined],
    ['unknown at another buyer', 'unknown', [attempt(OTHERS)], offer, ANOTHER],
    ['unknown, its buyer may still call back', 'unknown', [attempt(OLD)], offer, undefined],
    ['unknown, of nobody knows where', 'unknown', [], offer, undefined],
    ['pending here', 'pending', [attempt(to(), 'pending')], asking, undefined],
    ['pending at a buyer that moved', 'pending', [attempt(OLD, 'pending')], asking, ELSEWHERE],
    [
      'pending, its buyer is not asked but calls back',
      'pending',
      [attempt(OLD, 'pending')],
      offer,
      undefined,
    ],
    ['pending at another buyer', 'pending', [attempt(OTHERS, 'pending')], offer, ANOTHER],
    [
      'pending at a buyer that moved, where a repeat never left',
      'pending',
      [attempt(OLD, 'pending'), attempt(to(), 'never_sent')],
      asking,
      ELSEWHERE,
    ],
  ];
  for (const [name, state, attempts, by, why] of rows)
    it(`${name}: ${why ?? 'goes on'}`, () => {
      expect(whyStranded(testLead({ state, attempts }), by)).to.equal(why);
    });

  it('is one of another buyer for the buyer alone', () => {
    const swapped = testOffer({ delivery: posted, buyer: testBuyer({ id: 'new' }) });
    expect(
      whyStranded(testLead({ state: 'pending', attempts: [attempt(to(), 'pending')] }), swapped),
    ).to.equal(ANOTHER);
  });
});
