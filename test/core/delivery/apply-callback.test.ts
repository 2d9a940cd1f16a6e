import { expect } from 'chai';
import { applyCallback, type Callback } from '../../../src/core/delivery/apply-callback.js';
import type { LeadState } from '../../../src/core/lead/lead-states.js';
import type { AttemptOutcome, LeadRecord } from '../../../src/core/lead/lead-record.js';
import { about, attempt, decided, leadIn, said } from './callbacks.js';

describe('core: what a callback means', () => {
  const deciding: readonly [LeadState, AttemptOutcome][] = [
    ['sending', 'open'],
    ['working', 'open'],
    ['working', 'pending'],
    ['waiting', 'retry'],
    ['waiting', 'unknown'],
    ['saved', 'retry'],
    ['queued', 'retry'],
    ['pending', 'pending'],
    ['unknown', 'unknown'],
  ];
  for (const [state, outcome] of deciding)
    for (const verdict of ['accepted', 'rejected'] as const)
      it(`${verdict} while ${state} after ${outcome}: decides`, () => {
        const hearing = applyCallback(leadIn(state, [attempt(1, outcome)]), said(verdict), about);
        if (hearing.kind !== 'change') throw new Error(hearing.kind);
        expect(hearing.when).to.deep.include({ submission: 1, states: [state], attempts: 1 });
        expect(hearing.change).to.include({ state: verdict, due_at: null, callback: 'm1' });
        expect(hearing.change.effect?.what).to.equal(verdict === 'accepted' ? 'confirm' : 'release');
        expect(hearing.change.attempt_end?.outcome).to.equal(outcome === 'pending' ? undefined : verdict);
        expect(hearing.change.entries.map(({ what }) => what)).to.deep.equal(['callback', 'decided']);
      });

  const others: readonly [string, LeadRecord, Callback, object][] = [
    [
      'duplicate while pending decides',
      leadIn('pending', [attempt(1, 'pending')]),
      said('duplicate'),
      { kind: 'change' },
    ],
    [
      'a duplicate that may be our own lead is left to the operator',
      leadIn('unknown', [attempt(1, 'unknown')]),
      said('duplicate'),
      { kind: 'unchanged' },
    ],
    [
      '"later" for an unknown lead',
      leadIn('unknown', [attempt(1, 'unknown')]),
      said('pending'),
      { kind: 'change' },
    ],
    [
      '"later" for a pending one',
      leadIn('pending', [attempt(1, 'pending')]),
      said('pending'),
      { kind: 'unchanged' },
    ],
    [
      '"later" before our own answer',
      leadIn('sending', [attempt(1, 'open')]),
      said('pending'),
      { kind: 'unchanged' },
    ],
    [
      'a lead about to be sent again',
      leadIn('working', [attempt(1, 'retry')]),
      said('accepted'),
      { kind: 'later' },
    ],
    [
      'a refusal while it is sent again, which may be of the request before',
      leadIn('sending', [attempt(1, 'retry'), attempt(2, 'open')]),
      said('rejected'),
      { kind: 'later' },
    ],
    [
      'a duplicate while it is sent again',
      leadIn('sending', [attempt(1, 'retry'), attempt(2, 'open')]),
      said('duplicate'),
      { kind: 'later' },
    ],
    [
      'a refusal while it is sent for the first time that left',
      leadIn('sending', [attempt(1, 'never_sent'), attempt(2, 'open')]),
      said('rejected'),
      { kind: 'change' },
    ],
    [
      'accepted while it is sent again',
      leadIn('sending', [attempt(1, 'retry'), attempt(2, 'open')]),
      said('accepted'),
      { kind: 'change' },
    ],
    [
      'never sent',
      leadIn('waiting', [attempt(1, 'never_sent')]),
      said('accepted'),
      { kind: 'refused', why: 'not_sent' },
    ],
    [
      'another buyer than the one that was sent it',
      leadIn('pending', [attempt(1, 'pending', 1, 'another')]),
      said('rejected'),
      { kind: 'refused', why: 'another_buyer' },
    ],
    [
      'one of two buyers that were sent it, which only a signature tells apart',
      leadIn('pending', [attempt(1, 'retry', 1, 'another'), attempt(2, 'pending')]),
      said('accepted'),
      { kind: 'refused', why: 'another_buyer' },
    ],
    [
      'the buyer, where the one before never got it',
      leadIn('pending', [attempt(1, 'never_sent', 1, 'another'), attempt(2, 'pending')]),
      said('accepted'),
      { kind: 'change' },
    ],
    [
      'the buyer, where another got it in an earlier submission',
      leadIn('pending', [attempt(1, 'retry', 1, 'another'), attempt(2, 'pending', 2)], { submission: 2 }),
      said('accepted', { submission: 2 }),
      { kind: 'change' },
    ],
    [
      'a refusal after two requests, none of which is open',
      leadIn('waiting', [attempt(1, 'retry'), attempt(2, 'retry')]),
      said('rejected'),
      { kind: 'change' },
    ],
    [
      'a refusal while it is sent, and was in an earlier submission',
      leadIn('sending', [attempt(1, 'retry'), attempt(2, 'open', 2)], { submission: 2 }),
      said('rejected', { submission: 2 }),
      { kind: 'change' },
    ],
    [
      'an offer that is not in the catalogue any more',
      leadIn('pending', [attempt(1, 'pending')], { offer_id: 'gone' }),
      said('accepted'),
      { kind: 'refused', why: 'not_sent' },
    ],
    [
      'a campaign that is not in the catalogue any more',
      leadIn('pending', [attempt(1, 'pending')], { campaign_id: 'gone' }),
      said('accepted'),
      { kind: 'change' },
    ],
    [
      '"later" after rejected',
      leadIn('rejected', [attempt(1, 'rejected')], decided('BUYER_REJECTED')),
      said('pending'),
      { kind: 'unchanged' },
    ],
    [
      'rejected again by a partner',
      leadIn('rejected', [attempt(1, 'rejected')], decided('BUYER_REJECTED', 'partner')),
      said('rejected'),
      { kind: 'unchanged' },
    ],
    [
      'a duplicate after a duplicate of our own',
      leadIn('rejected', [attempt(1, 'retry')], decided('DUPLICATE', 'service')),
      said('duplicate'),
      { kind: 'refused', why: 'decided' },
    ],
    [
      '"later" after a refusal of our own',
      leadIn('rejected', [attempt(1, 'retry')], decided('CAP_REACHED', 'service')),
      said('pending'),
      { kind: 'refused', why: 'decided' },
    ],
    ['no attempt', leadIn('queued', []), said('accepted'), { kind: 'refused', why: 'not_sent' }],
    [
      'sent in an earlier submission only',
      leadIn('queued', [attempt(1, 'retry')], { submission: 2 }),
      said('accepted', { submission: 2 }),
      { kind: 'refused', why: 'not_sent' },
    ],
    [
      "an earlier submission's address",
      leadIn('pending', [attempt(1, 'retry'), attempt(2, 'pending', 2)], { submission: 2 }),
      said('accepted'),
      { kind: 'refused', why: 'old_submission' },
    ],
    [
      'accepted again',
      leadIn('accepted', [attempt(1, 'accepted')], decided('ACCEPTED')),
      said('accepted'),
      { kind: 'unchanged' },
    ],
    [
      '"later" after accepted',
      leadIn('accepted', [attempt(1, 'accepted')], decided('ACCEPTED')),
      said('pending'),
      { kind: 'unchanged' },
    ],
    [
      'rejected after accepted',
      leadIn('accepted', [attempt(1, 'accepted')], decided('ACCEPTED')),
      said('rejected'),
      { kind: 'refused', why: 'decided' },
    ],
    [
      'rejected again',
      leadIn('rejected', [attempt(1, 'rejected')], decided('BUYER_REJECTED')),
      said('rejected'),
      { kind: 'unchanged' },
    ],
    [
      'duplicate again',
      leadIn('rejected', [attempt(1, 'duplicate')], decided('DUPLICATE')),
      said('duplicate'),
      { kind: 'unchanged' },
    ],
    [
      'accepted after rejected',
      leadIn('rejected', [attempt(1, 'rejected')], decided('BUYER_REJECTED')),
      said('accepted'),
      { kind: 'refused', why: 'decided' },
    ],
    [
      'rejected after a refusal of our own',
      leadIn('rejected', [attempt(1, 'retry')], decided('CAP_REACHED', 'service')),
      said('rejected'),
      { kind: 'refused', why: 'decided' },
    ],
    [
      'a test lead',
      leadIn('held', [], { is_test: true, ...decided('TEST_LEAD_HELD', 'service') }),
      said('accepted'),
      { kind: 'refused', why: 'decided' },
    ],
    [
      'failed',
      leadIn('failed', [attempt(1, 'retry')], decided('DELIVERY_FAILED', 'service')),
      said('accepted'),
      { kind: 'refused', why: 'decided' },
    ],
  ];
  for (const [name, lead, callback, expected] of others)
    it(`${name}: ${JSON.stringify(expected)}`, () => {
      expect(applyCallback(lead, callback, about)).to.include(expected);
    });
});
