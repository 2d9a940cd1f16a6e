import { expect } from 'chai';
import { expireClaims } from '../../../src/app/upkeep/expire.js';
import type { ClaimedIdentity, ClaimOwner } from '../../../src/core/duplicates/claim-owner.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { eachOf } from '../../support/each-of.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testCatalogue } from '../../support/catalogue.js';
import { testLead } from '../../support/records.js';

const BEFORE = new Date('2026-11-21T17:00:00Z');
const OLD = new Date('2026-11-21T16:59:59.999Z');
const owner = (lead: string, at = OLD): ClaimOwner => ({
  ...{ lead, affiliate: 'a', submission: 1, offer: 'o', buyer: 'b', at },
});

/** Expires these claims; what the store was told to take away. */
async function expired(claims: readonly ClaimedIdentity[], leads: readonly LeadRecord[] = []) {
  const { ports } = fakeWork(testCatalogue());
  const told: { keys: readonly string[]; leads: readonly string[] }[] = [];
  const asked: (readonly string[])[] = [];
  const more = await expireClaims(
    {
      leads: {
        ...ports.leads,
        standings: (ids) => Promise.resolve((asked.push(ids), leads.filter(({ id }) => ids.includes(id)))),
      },
      claims: {
        ...ports.claims,
        old: () => eachOf(claims),
        expire(keys, before, over) {
          expect(before).to.equal(BEFORE);
          told.push({ keys, leads: over });
          return Promise.resolve(over.length);
        },
      },
    },
    BEFORE,
  );
  return { told, asked, more };
}
const many = (count: number): ClaimedIdentity[] =>
  Array.from({ length: count }, (_, i) => ({ key: `key ${i}`, owners: [owner(`lead ${i}`)] }));

describe('old claims', () => {
  it('go with the leads that are over, not with those that nobody has decided', async () => {
    const leads = [
      testLead({ id: 'accepted', state: 'accepted' }),
      testLead({ id: 'unknown', state: 'unknown' }),
      testLead({ id: 'owes', state: 'rejected' }),
    ];
    const owners = ['accepted', 'unknown', 'gone', 'accepted'].map((id) => owner(id));
    const { told, asked } = await expired([{ key: 'k', owners }], leads);
    expect(told).to.deep.equal([{ keys: ['k'], leads: ['accepted', 'gone'] }]);
    expect(asked).to.deep.equal([['accepted', 'unknown', 'gone']]);
  });

  it('are looked at one by one: what the same identity holds since is none of them', async () => {
    const owners = [owner('old'), owner('at the moment', BEFORE)];
    expect((await expired([{ key: 'k', owners }])).told[0]?.leads).to.deep.equal(['old']);
  });

  for (const [count, batches] of [
    [0, []],
    [1, [1]],
    [500, [500]],
    [1_001, [500, 500, 1]],
  ] as const)
    it(`${count} go in batches of 500`, async () => {
      const { told } = await expired(many(count));
      expect(told.map(({ keys }) => keys.length)).to.deep.equal(batches);
      expect(told.flatMap(({ keys }) => keys)).to.deep.equal(many(count).map(({ key }) => key));
    });

  it('are at most 20,000 of one run, which says that there are more', async () => {
    const { told, more } = await expired(many(20_300));
    expect(told.flatMap(({ keys }) => keys)).to.have.length(20_000);
    expect([more, (await expired(many(19_999))).more]).to.deep.equal([true, false]);
  });

  it('of undecided leads alone are read once a minute, however many they are', async () => {
    const undecided = many(20_000).map(({ owners: [one] }) => testLead({ id: one!.lead, state: 'unknown' }));
    expect((await expired(many(20_000), undecided)).more).to.equal(false);
  });
});
