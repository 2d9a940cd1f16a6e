import { expect } from 'chai';
import { compareTally, type LedgerUse } from '../../../src/core/caps/compare-usage.js';
import { createTally } from '../../../src/core/caps/usage-counts.js';
import type { LeadState } from '../../../src/core/lead/lead-states.js';
import { countedLead, testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';

const NOW = new Date('2026-11-21T17:30:00Z');
const catalogue = testCatalogue({ offers: { [IDS.shared]: { caps: [testCap({ id: 'day' })] } } });
const tallied = (...states: LeadState[]) => {
  const tally = createTally(catalogue, NOW);
  states.forEach((state, i) => {
    tally.count(countedLead({ id: `${i}`, state, intent: { at: NOW, round: 1 } }));
  });
  return tally.places();
};
const uses = (used: number | undefined): LedgerUse[] =>
  used === undefined ? [] : [{ cap_id: 'day', window: '2026-11-21', used }];

describe('the ledger beside the leads', () => {
  const rows: [string, LeadState[], number | undefined, number | undefined, string | undefined][] = [
    ['accepted, pending and saved ones counted', ['accepted', 'pending', 'saved'], 3, 3, undefined],
    ['a queued one may or may not have a place', ['accepted', 'queued', 'working'], 1, 1, undefined],
    ['… or does', ['accepted', 'queued', 'working'], 3, 3, undefined],
    ['one too few', ['accepted', 'unknown'], 1, 1, '1 of 2–2'],
    ['one too many', ['accepted', 'queued'], 3, 3, '3 of 1–2'],
    ['nothing in the ledger', ['accepted'], undefined, undefined, '0 of 1–1'],
    ['nothing of the leads', ['rejected'], 2, 2, '2 of 0–0'],
    ['it moved while the leads were counted', ['accepted', 'accepted'], 1, 3, undefined],
    ['it moved, and was wrong before and after', ['accepted', 'accepted'], 4, 3, '3 of 2–2'],
  ];
  for (const [name, states, before, after, expected] of rows)
    it(name, () => {
      const [found] = compareTally(tallied(...states), uses(before), uses(after));
      expect(found && `${found.ledger} of ${found.least}–${found.most}`).to.equal(expected);
    });
});
