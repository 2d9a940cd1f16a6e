import { expect } from 'chai';
import { claimOwnersNow } from '../../../src/app/duplicates/claim-owners-now.js';
import { confirmEffect } from '../../../src/core/delivery/pending-effects.js';
import type { ClaimOwner } from '../../../src/core/duplicates/claim-owner.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { IDS, testBuyer, testOffer } from '../../support/catalogue.js';
import { testIdentities, testLead } from '../../support/records.js';

const now = new Date('2026-11-21T17:00:00Z');
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
const identities = testIdentities('ann');
const [email] = identities;
const offers = [
  testOffer({ duplicates: { match: ['email'], window_days: 7, scope: 'service' } }),
  testOffer({
    id: IDS.exclusive,
    buyer: testBuyer(),
    duplicates: { match: [], window_days: 90, scope: 'offer' },
  }),
];
const ownerOf = ({ id: lead, submission }: LeadRecord, at: Date): ClaimOwner => ({
  ...{ lead, submission, at, affiliate: IDS.affiliate, offer: 'another', buyer: 'another' },
});

describe('owners for who only looks', () => {
  const renew = confirmEffect(testLead({ received_at: daysAgo(8) }), now);
  const keep = confirmEffect(testLead(), now);
  const table: readonly [string, Partial<LeadRecord> | undefined, number, boolean][] = [
    ['unknown', { state: 'unknown' }, 8, true],
    ['pending', { state: 'pending' }, 400, true],
    ['queued', { state: 'queued' }, 8, true],
    ['accepted', { state: 'accepted' }, 8, false],
    ['accepted just now', { state: 'accepted', pending_effects: [renew] }, 8, true],
    ['accepted, and its places are owed', { state: 'accepted', pending_effects: [keep] }, 8, false],
    ['undecided in another submission', { state: 'unknown', submission: 2 }, 8, false],
    ['gone', undefined, 8, false],
  ];
  for (const [what, over, age, stands] of table)
    it(`${what}, claimed ${age} days ago in a window of 7: ${stands ? 'stands' : 'is over'}`, async () => {
      const lead = testLead(over);
      const owner = { ...ownerOf(lead, daysAgo(age)), submission: 1 };
      const read = { standings: () => Promise.resolve(over ? [lead] : []) };
      const held = [{ key: email!.key, owners: [owner] }];
      expect(await claimOwnersNow(read, held, { identities, offers, now })).to.deep.equal([
        { key: email!.key, owners: [stands ? { ...owner, at: now } : owner] },
      ]);
    });

  it('reads nothing where no claim in scope is older than its window', async () => {
    const read = { standings: () => Promise.reject(new Error('read')) };
    const lead = testLead({ state: 'unknown' });
    const held = [
      { key: email!.key, owners: [ownerOf(lead, daysAgo(6))] },
      // No offer matches on it.
      { key: identities[1]!.key, owners: [ownerOf(lead, daysAgo(8))] },
    ];
    expect(await claimOwnersNow(read, held, { identities, offers, now })).to.equal(held);
  });
});
