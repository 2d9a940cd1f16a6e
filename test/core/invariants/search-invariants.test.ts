import { expect } from 'chai';
import type { World } from '../../../src/core/invariants/invariant.js';
import type { CheckedLead, CheckedSearch } from '../../../src/core/invariants/records.js';
import { LONE_SEARCH_INVARIANTS, SEARCH_INVARIANTS } from '../../../src/core/invariants/search-invariants.js';
import { createCatalogueHistory } from '../../../src/core/invariants/catalogue-history.js';
import { LIVE } from '../../../src/core/invariants/tolerance.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testLead, testSearch } from '../../support/records.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

describe('slots-compatible: two sales of a search', () => {
  /** Takes one sale a search. Until an hour ago, it took two. */
  const ONE = IDS.campaign;
  /** Takes two. */
  const TWO = 'c0000000-0000-4000-8000-000000000008';
  /** Is in no version, so it has no limit. */
  const UNKNOWN = 'c0000000-0000-4000-8000-000000000009';
  const history = createCatalogueHistory();
  history.add(testCatalogue({ campaign: { max_accepted_submissions: 2 } }), minutesAgo(600));
  history.add(testCatalogue({ campaign: { id: TWO, max_accepted_submissions: 2 } }), minutesAgo(600));
  history.add(testCatalogue({ campaign: { max_accepted_submissions: 1 } }), minutesAgo(60));
  const at = minutesAgo(30);

  const faultsOf = (
    invariants: typeof SEARCH_INVARIANTS,
    campaign_id: string,
    lead: (id: string) => CheckedLead | undefined,
  ) => {
    const slot = { submission: 1, offer_id: IDS.shared, offer_type: 'shared', state: 'sold' } as const;
    const search: CheckedSearch = testSearch({
      ...{ campaign_id, created_at: at },
      slots: ['a', 'b'].map((id) => ({ ...slot, lead: id })),
    });
    const world = { now: NOW, tolerance: LIVE, history, lead } as Partial<World> as World;
    return invariants.find(({ name }) => name === 'slots-compatible')?.faults(search, world);
  };

  const rows: readonly (readonly [string, string, readonly (string | undefined)[], Date, number])[] = [
    ['over the limit of the only campaign', ONE, [ONE, ONE], at, 1],
    ['within that of the leads’ campaign, though the search ran again under another', ONE, [TWO, TWO], at, 0],
    ['over that of the leads’ campaign, though the search ran again under another', TWO, [ONE, ONE], at, 1],
    ['over that of the leads’ campaign, though nobody knows that of the search', UNKNOWN, [ONE, ONE], at, 1],
    ['within the higher of the two that the leads were posted to', ONE, [ONE, TWO], at, 0],
    ['within that which the leads’ campaign had when they were posted', ONE, [ONE, ONE], minutesAgo(90), 0],
    ['within that of the search, and a lead is not stored', TWO, [ONE, undefined], at, 0],
    ['over that of both, and a lead is not stored', ONE, [ONE, undefined], at, 1],
  ];
  for (const [what, ofSearch, ofLeads, received_at, faults] of rows)
    it(`${faults === 0 ? 'kept' : 'broken'}: ${what}`, () => {
      const [a, b] = ofLeads.map((campaign_id) => campaign_id && testLead({ campaign_id, received_at }));
      const lead = (id: string): CheckedLead | undefined => (id === 'a' ? a : b) || undefined;
      expect(faultsOf(SEARCH_INVARIANTS, ofSearch, lead)).to.have.length(faults);
    });

  it('without its leads, it is looked at again if any campaign ever had a lower limit', () => {
    for (const campaign of [ONE, TWO, UNKNOWN])
      expect(faultsOf(LONE_SEARCH_INVARIANTS, campaign, () => undefined)).to.have.length(1);
  });
});
