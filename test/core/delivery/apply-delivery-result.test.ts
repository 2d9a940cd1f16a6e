import { bookedSale } from '../../support/returns.js';
import { expect } from 'chai';
import { backoffMs, DESTINATION_BACKOFF } from '../../../src/core/backoff.js';
import { applyDeliveryResult } from '../../../src/core/delivery/apply-delivery-result.js';
import { windowEnd, windowFrom } from '../../../src/core/delivery/delivery-window.js';
import type { BuyerAnswer, DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { Offer } from '../../../src/core/catalogue/types.js';
import type { Attempt, AttemptOutcome, LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { LeadState } from '../../../src/core/lead/lead-states.js';
import { IDS, testOffer } from '../../support/catalogue.js';
import { testIdentities, testLead, testAttempt } from '../../support/records.js';

const BEGAN = new Date('2026-11-21T17:00:00Z');
const NOW = new Date('2026-11-21T17:00:05Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);

const attempt = (n: number, outcome: AttemptOutcome, submission = 1): Attempt => ({
  ...testAttempt({ number: n, submission, at: BEGAN, timeout_ms: 2_000, outcome }),
});

/** A lead whose attempts of this submission ended so, before the one that is open. */
const sending = (before: readonly AttemptOutcome[] = [], over: Partial<LeadRecord> = {}): LeadRecord =>
  testLead({
    state: 'sending',
    first_due_at: BEGAN,
    attempts: [...before.map((outcome, i) => attempt(i + 1, outcome)), attempt(before.length + 1, 'open')],
    intent: { at: BEGAN, submission: 1, buyer_id: IDS.buyer },
    ...over,
  });
const answered = (outcome: BuyerAnswer['outcome'], over: Partial<BuyerAnswer> = {}): DeliveryResult => ({
  kind: 'answered',
  status: 200,
  answer: { outcome, ...over },
});
const NEVER_SENT: DeliveryResult = { kind: 'never_sent', detail: 'ECONNREFUSED' };
const LATE: DeliveryResult = { kind: 'never_sent', detail: 'too late', internal_fault: 'deadline_passed' };
const UNKNOWN: DeliveryResult = { kind: 'unknown', detail: 'a time-out' };

const delivery = testOffer().delivery;
const plain = testOffer();
const idempotent = testOffer({ delivery: { ...delivery, idempotent: true } });

/** Its window was over before the attempt ended. */
const over = (offer: Offer): Offer => ({ ...offer, delivery: { ...offer.delivery, window_ms: 4_000 } });

const concluded = (delivered: DeliveryResult, lead = sending(), offer = plain) =>
  applyDeliveryResult(delivered, { lead, offer, now: NOW, random: 0.5 });

/** An answer, and proof that nothing left, count wherever the lead stands undecided at the same attempt. */
const ANYWHERE: readonly LeadState[] = ['sending', 'working', 'unknown', 'waiting', 'queued', 'saved'];
const HELD: readonly LeadState[] = ['sending', 'working'];

describe('what the outcome of a delivery makes of a lead', () => {
  const rows: readonly [
    string,
    DeliveryResult,
    LeadRecord,
    Offer,
    LeadState,
    AttemptOutcome,
    readonly LeadState[],
  ][] = [
    ['accepted', answered('accepted'), sending(), plain, 'accepted', 'accepted', ANYWHERE],
    ['rejected', answered('rejected'), sending(), plain, 'rejected', 'rejected', ANYWHERE],
    ['a duplicate', answered('duplicate'), sending(['retry']), plain, 'rejected', 'duplicate', ANYWHERE],
    [
      'a duplicate that may be our own lead',
      answered('duplicate'),
      ...([sending(['unknown']), idempotent, 'unknown', 'duplicate', HELD] as const),
    ],
    ['"later"', answered('pending'), sending(), plain, 'pending', 'pending', ANYWHERE],
    ['"try again"', answered('retry'), sending(), plain, 'waiting', 'retry', ['sending']],
    ['nothing left', NEVER_SENT, sending(), plain, 'waiting', 'never_sent', ANYWHERE],
    ['we were late', LATE, sending(), plain, 'waiting', 'never_sent', ANYWHERE],
    ['nobody knows', UNKNOWN, sending(), plain, 'unknown', 'unknown', HELD],
    [
      'nobody knows, and it may be repeated',
      UNKNOWN,
      sending(),
      idempotent,
      'waiting',
      'unknown',
      ['sending'],
    ],
    ['"try again", window over', answered('retry'), sending(), over(plain), 'failed', 'retry', ['sending']],
    [
      'nothing left, window over',
      NEVER_SENT,
      ...([sending(), over(plain), 'failed', 'never_sent', ['sending', 'working', 'unknown']] as const),
    ],
    ['we were late, window over', LATE, sending(), over(plain), 'waiting', 'never_sent', ANYWHERE],
    [
      'nobody knows, may be repeated, window over',
      UNKNOWN,
      ...([sending(), over(idempotent), 'unknown', 'unknown', HELD] as const),
    ],
    [
      '"try again", window over, an attempt before may have arrived',
      answered('retry'),
      ...([sending(['unknown']), over(idempotent), 'unknown', 'retry', HELD] as const),
    ],
    [
      'nothing left, window over, an attempt before may have arrived',
      NEVER_SENT,
      ...([sending(['unknown']), over(idempotent), 'unknown', 'never_sent', HELD] as const),
    ],
  ];
  for (const [name, delivered, lead, offer, state, outcome, from] of rows)
    it(`${name}: ${state}`, () => {
      const conclusion = concluded(delivered, lead, offer);
      expect([conclusion.change.state, conclusion.attempt, conclusion.from]).to.deep.equal([
        ...[state, outcome, from],
      ]);
    });

  it('accepted: the sale is booked, with the payout and what it owes', () => {
    const { change } = concluded(answered('accepted', { reference: 'r-1' }));
    const sale = bookedSale();
    expect(change).to.deep.equal({
      ...{ state: 'accepted', due_at: null, reference: 'r-1' },
      decision: { code: 'ACCEPTED', at: NOW, source: 'buyer', payout_cents: 3_000, sale },
      unbooked_entry: { kind: 'entry', what: 'sale', number: 0, since: NOW, by: 'buyer', ...sale },
      effect: {
        ...{ kind: 'reservations', what: 'confirm', since: NOW, submission: 1, claim_action: 'keep' },
        keys: testIdentities('ann').map(({ key }) => key),
        ...{ offer_id: IDS.shared, campaign_id: IDS.campaign, intent_at: BEGAN, buyer_id: IDS.buyer },
      },
    });
  });

  it('accepted where it was sent first, though it stands elsewhere by now', () => {
    const kept = [{ at: BEGAN, buyer_id: IDS.buyer, attempts: 1 }];
    const tomorrow = after(86_400_000);
    const moved = sending(['unknown'], {
      intent: { at: tomorrow, submission: 1, buyer_id: IDS.buyer, kept },
    });
    const { change } = concluded(answered('accepted'), moved);
    expect(change.intent?.sold).to.deep.equal({ at: BEGAN, buyer_id: IDS.buyer });
    expect(change.effect).to.deep.include({
      intent_at: BEGAN,
      also_release: [{ at: tomorrow, buyer_id: IDS.buyer }],
    });
  });

  for (const [outcome, code, why, claims] of [
    ['rejected', 'BUYER_REJECTED', 'buyer_rejected', 'release'],
    ['duplicate', 'DUPLICATE', 'buyer_duplicate', 'keep'],
  ] as const)
    it(`${outcome}: the decision is the buyer's, claims: ${claims}`, () => {
      const { change } = concluded(answered(outcome, { reason: 'Already enrolled' }));
      expect(change).to.not.have.any.keys('reference', 'intent');
      expect(change.decision).to.deep.equal({
        ...{ code, at: NOW, source: 'buyer', buyer_reason: 'Already enrolled' },
        refusal: { check: 'delivery', code, why },
      });
      expect(change.effect).to.include({ what: 'release', claim_action: claims });
    });

  it('a partner decides as a partner', () => {
    const partner = testOffer({ kind: 'partner' });
    const source = (outcome: 'accepted' | 'rejected') =>
      concluded(answered(outcome), sending(), partner).change.decision?.source;
    expect([source('accepted'), source('rejected')]).to.deep.equal(['partner', 'partner']);
  });

  it('failed: the service says so, and everything is given back', () => {
    const { change } = concluded(NEVER_SENT, sending(), over(plain));
    expect(change.due_at).to.equal(null);
    expect(change.decision).to.deep.equal({
      ...{ code: 'DELIVERY_FAILED', at: NOW, source: 'service' },
      refusal: { check: 'delivery', code: 'DELIVERY_FAILED', why: 'delivery_failed' },
    });
    expect(change.effect).to.include({ what: 'release', claim_action: 'release' });
  });

  it('unknown: nothing is due, decided or given back', () => {
    expect(concluded(UNKNOWN).change).to.deep.equal({ state: 'unknown', due_at: null });
  });

  describe('pending', () => {
    const asked = testOffer({
      delivery: { ...delivery, follow_up: { ...delivery, every_ms: 60_000, for_ms: 3_600_000 } },
    });
    const due = (offer: Offer, lead = sending(), said: Partial<BuyerAnswer> = { reference: 'r' }) =>
      concluded(answered('pending', said), lead, offer).change;

    it('is asked about when the offer says so, and looked at after three days where nobody can be asked', () => {
      const reference = 'r';
      expect(due(asked)).to.deep.equal({
        ...{ state: 'pending', due_at: after(60_000), pending_since: NOW, reference },
      });
      expect(due(plain).due_at).to.deep.equal(after(72 * 3_600_000));
    });

    it('without a reference waits for a callback until the time for asking is over', () => {
      expect(due(asked, sending(), {}).due_at).to.deep.equal(after(3_600_000));
      expect(due(asked, sending([], { reference: 'r' }), {}).due_at).to.deep.equal(after(60_000));
    });

    it('began when the buyer said so first', () => {
      expect(due(asked, sending([], { pending_since: BEGAN })).pending_since).to.deep.equal(BEGAN);
    });
  });

  describe('the next attempt', () => {
    const due = (delivered: DeliveryResult, lead = sending(), offer = plain) =>
      concluded(delivered, lead, offer).change.due_at;
    const TRY_AGAIN = answered('retry');
    const pauseAfter = (tries: number): number => backoffMs(DESTINATION_BACKOFF, tries, 0.5);

    it('is later the more attempts of the submission there were', () => {
      expect(due(TRY_AGAIN)).to.deep.equal(after(pauseAfter(1)));
      expect(due(TRY_AGAIN, sending(['retry', 'retry']))).to.deep.equal(after(pauseAfter(3)));
      const former = [attempt(1, 'retry', 1), attempt(2, 'retry', 1), attempt(3, 'open', 2)];
      const again = sending([], {
        submission: 2,
        attempts: former,
        intent: { at: BEGAN, submission: 2, buyer_id: IDS.buyer },
      });
      for (const delivered of [TRY_AGAIN, LATE])
        expect(due(delivered, again)).to.deep.equal(after(pauseAfter(1)));
    });

    it('is not before the buyer asked for it', () => {
      expect(due({ ...TRY_AGAIN, retry_after_ms: 30_000 } as DeliveryResult)).to.deep.equal(after(30_000));
      expect(due({ ...TRY_AGAIN, retry_after_ms: 1 } as DeliveryResult)).to.deep.equal(after(pauseAfter(1)));
    });

    it('comes before the window ends, not in the moment in which it does', () => {
      const end = windowEnd(sending(), plain);
      expect(end).to.deep.equal(new Date(BEGAN.getTime() + 60_000));
      const wait = end.getTime() - NOW.getTime();
      const state = (retry_after_ms: number) =>
        concluded({ ...TRY_AGAIN, retry_after_ms } as DeliveryResult).change.state;
      expect([state(wait - 1), state(wait)]).to.deep.equal(['waiting', 'failed']);
    });

    it('is not nearer to the end of the window for a fault of ours', () => {
      const { change } = concluded(LATE);
      expect(change.first_due_at).to.deep.equal(NOW);
      expect(change.due_at).to.deep.equal(after(pauseAfter(1)));
      expect(concluded(NEVER_SENT).change).to.not.have.property('first_due_at');
    });
  });
});

describe('the delivery window of a lead that is held', () => {
  const at = (day: number, time: string): Date => new Date(`2026-11-${day}T${time}:00Z`);
  const tried = sending([], { attempts: [{ ...attempt(1, 'retry'), at: at(20, '17:40') }] });
  const lead = { ...tried, first_due_at: at(20, '17:00') };

  it('keeps what it had used, however often it is held, until it is tried again', () => {
    const once = windowFrom(lead, at(23, '08:00'));
    expect(once).to.deep.equal({
      first_due_at: at(23, '07:20'),
      window_used_ms: 40 * 60_000,
    });
    const twice = windowFrom({ ...lead, ...once }, at(24, '08:00'));
    expect(twice).to.deep.equal({ ...once, first_due_at: at(24, '07:20') });
    const again = { ...lead, ...twice, attempts: [{ ...attempt(1, 'retry'), at: at(24, '08:10') }] };
    expect(windowFrom(again, at(25, '08:00')).first_due_at).to.deep.equal(at(25, '07:10'));
  });

  it('is whole for a lead that was never tried', () => {
    const fresh = { ...lead, attempts: [] };
    const once = windowFrom(fresh, at(23, '08:00'));
    expect(once).to.deep.equal({ first_due_at: at(23, '08:00') });
    expect(windowFrom({ ...fresh, ...once }, at(24, '08:00'))).to.deep.equal({
      first_due_at: at(24, '08:00'),
    });
  });
});
