import { expect } from 'chai';
import {
  claimStatus,
  areOldClaimsOver,
  isOwnerOver,
  ownersInScope,
  ownersInTheWay,
} from '../../../src/core/duplicates/claim-status.js';
import type { ClaimOwner } from '../../../src/core/duplicates/claim-owner.js';
import { releaseEffect } from '../../../src/core/delivery/pending-effects.js';
import { FINAL_STATES, UNDECIDED_STATES, type LeadState } from '../../../src/core/lead/lead-states.js';
import type { AttemptOutcome, LeadRecord } from '../../../src/core/lead/lead-record.js';
import { testLead, testAttempt } from '../../support/records.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const DAY_MS = 86_400_000;
const owner = (over: Partial<ClaimOwner> = {}): ClaimOwner => ({
  ...{ lead: 'l', affiliate: 'a', submission: 1, offer: 'o', buyer: 'b', at: NOW },
  ...over,
});
const tried = (...outcomes: readonly AttemptOutcome[]): Pick<LeadRecord, 'attempts'> => ({
  attempts: outcomes.map((outcome, i) =>
    testAttempt({ number: i + 1, submission: 1, at: NOW, timeout_ms: 1, outcome }),
  ),
});
const refused = (source: 'service' | 'buyer', why: string): Pick<LeadRecord, 'decision'> => ({
  decision: {
    ...{ code: 'DUPLICATE', at: NOW, source },
    refusal: { check: 'delivery', code: 'DUPLICATE', why },
  },
});

describe('what somebody in the way means', () => {
  const rows: readonly [string, LeadRecord | undefined, ReturnType<typeof claimStatus>][] = [
    ['its record is gone', undefined, 'sold'],
    ['an earlier submission, which has ended', testLead({ submission: 2, state: 'accepted' }), 'releasable'],
    ...(['accepted', 'saved', 'pending', 'unknown'] as const).map((state): [string, LeadRecord, 'sold'] => [
      `${state}, whatever was tried`,
      testLead({ state }),
      'sold',
    ]),
    ...(['invalid', 'held', 'failed', 'rejected'] as const).map(
      (state): [string, LeadRecord, 'releasable'] => [
        `${state}, though a request left`,
        testLead({ state, ...tried('unknown') }),
        'releasable',
      ],
    ),
    ['its buyer knew it', testLead({ state: 'rejected', ...refused('buyer', 'buyer_duplicate') }), 'sold'],
    [
      'refused by us as a duplicate',
      testLead({ state: 'rejected', ...refused('service', 'held') }),
      'releasable',
    ],
    [
      'rejected without a refusal that is stored',
      testLead({ state: 'rejected', decision: { code: 'BUYER_REJECTED', at: NOW, source: 'buyer' } }),
      'releasable',
    ],
    ...(['queued', 'working', 'sending', 'waiting'] as const).flatMap(
      (state): [string, LeadRecord, 'wait' | 'sold'][] => [
        [`${state}, nothing was tried`, testLead({ state }), 'wait'],
        [`${state}, nothing left`, testLead({ state, ...tried('never_sent') }), 'wait'],
        [`${state} after "try again"`, testLead({ state, ...tried('retry') }), 'wait'],
        [`${state}, a request may have left`, testLead({ state, ...tried('retry', 'unknown') }), 'sold'],
        [`${state}, a request is open`, testLead({ state, ...tried('open') }), 'sold'],
      ],
    ),
  ];
  for (const [name, lead, status] of rows)
    it(`${name}: ${status}`, () => {
      expect(claimStatus(owner(), lead)).to.equal(status);
    });

  it('is told from the requests of its submission alone', () => {
    const lead = testLead({ submission: 2, state: 'queued', ...tried('unknown') });
    expect(claimStatus(owner({ submission: 2 }), lead)).to.equal('wait');
  });
});

describe('a claim from before the window', () => {
  const renew = { ...releaseEffect(testLead(), NOW), claim_action: 'renew' } as const;
  for (const state of [...UNDECIDED_STATES, ...FINAL_STATES] as readonly LeadState[]) {
    const over = FINAL_STATES.some((final) => final === state);
    it(`of a lead that is ${state}: ${over ? 'is over' : 'counts'}`, () => {
      expect(areOldClaimsOver(testLead({ state }))).to.equal(over);
      expect(isOwnerOver(owner(), testLead({ state }))).to.equal(over);
      expect(isOwnerOver(owner(), testLead({ state, submission: 2 })), 'of an earlier submission').to.equal(
        true,
      );
    });
  }

  it('counts while a late acceptance has not moved its window’s start', () => {
    expect(areOldClaimsOver(testLead({ state: 'accepted', pending_effects: [renew] }))).to.equal(false);
    const released = releaseEffect(testLead(), NOW);
    expect(areOldClaimsOver(testLead({ state: 'accepted', pending_effects: [released] }))).to.equal(true);
    expect(areOldClaimsOver(undefined), 'its record is gone').to.equal(true);
  });
});

describe('who is in the way of a claim', () => {
  const target = { offer: 'o', buyer: 'b' };
  const identities = [
    { kind: 'email', key: 'e' },
    { kind: 'phone', key: 'p' },
  ] as const;
  const policy = { match: ['email'], window_days: 30, scope: 'offer' } as const;
  const held = (key: string, ...owners: readonly ClaimOwner[]) => [{ key, owners }];
  const found = (scope: 'offer' | 'buyer' | 'service', who: ClaimOwner, key = 'e') =>
    ownersInScope(held(key, who), identities, { ...policy, scope }, target).length === 1;

  it('is the same identity of a kind that counts', () => {
    expect(found('offer', owner())).to.equal(true);
    expect(found('offer', owner(), 'p'), 'the phone does not count').to.equal(false);
    expect(found('offer', owner(), 'another')).to.equal(false);
  });

  it('is in the scope of the offer', () => {
    const otherOffer = owner({ offer: 'x' });
    const otherBuyer = owner({ offer: 'x', buyer: 'y' });
    expect([found('offer', otherOffer), found('buyer', otherOffer)]).to.deep.equal([false, true]);
    expect([found('buyer', otherBuyer), found('service', otherBuyer)]).to.deep.equal([false, true]);
    expect(found('buyer', owner({ buyer: 'y' })), 'the same offer at a former buyer').to.equal(false);
  });

  it('was there since the window began, not at the moment in which it did', () => {
    const since = new Date(NOW.getTime() - 30 * DAY_MS);
    const inTheWay = (at: Date) =>
      ownersInTheWay(held('e', owner({ at })), identities, policy, target, NOW).length;
    expect([inTheWay(since), inTheWay(new Date(since.getTime() + 1))]).to.deep.equal([0, 1]);
  });
});
