import { expect } from 'chai';
import type { World } from '../../../src/core/invariants/invariant.js';
import type { CheckedLead, CheckedSearch } from '../../../src/core/invariants/records.js';
import { SEARCH_INVARIANTS } from '../../../src/core/invariants/search-invariants.js';
import { createCatalogueHistory } from '../../../src/core/invariants/catalogue-history.js';
import { LIVE } from '../../../src/core/invariants/tolerance.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testLead, testSearch } from '../../support/records.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

describe('slots-compatible: two sales of a search', () => {
  /** Takes one sale a search. Until an hour ago, it took two. */
  const ONE = IDS.campaign;
  /** Is in no version, so it has no limit. */
  const OTHER = 'c0000000-0000-4000-8000-000000000009';
  const history = createCatalogueHistory();
  history.add(testCatalogue({ campaign: { max_accepted_submissions: 2 } }), minutesAgo(600));
  history.add(testCatalogue({ campaign: { max_accepted_submissions: 1 } }), minutesAgo(60));
  const at = minutesAgo(30);

  const rows: readonly (readonly [string, string, string, Date, number])[] = [
    ['over the limit of the only campaign', ONE, ONE, at, 1],
    ['within that of the leads’ campaign, though the search ran again under another', ONE, OTHER, at, 0],
    ['within that which the leads’ campaign had when they were posted', ONE, ONE, minutesAgo(90), 0],
  ];
  for (const [what, ofSearch, ofLeads, received_at, faults] of rows)
    it(`${faults === 0 ? 'kept' : 'broken'}: ${what}`, () => {
      const slot = { round: 1, offer_id: IDS.shared, offer_type: 'shared', state: 'sold' } as const;
      const search: CheckedSearch = testSearch({
        ...{ campaign_id: ofSearch, created_at: at },
        slots: ['a', 'b'].map((lead) => ({ ...slot, lead })),
      });
      const lead = (id: string): CheckedLead => testLead({ id, campaign_id: ofLeads, received_at });
      const world = { now: NOW, tolerance: LIVE, history, lead } as Partial<World> as World;
      const invariant = SEARCH_INVARIANTS.find(({ name }) => name === 'slots-compatible');
      expect(invariant?.faults(search, world)).to.have.length(faults);
    });
});
