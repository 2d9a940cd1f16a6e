import { expect } from 'chai';
import { compareUsage, type LedgerUse } from '../../../src/core/caps/compare-usage.js';
import { createUsageCount } from '../../../src/core/caps/usage-counts.js';
import type { LeadState } from '../../../src/core/lead/lead-states.js';
import { countedLead, testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';

const NOW = new Date('2026-11-21T17:30:00Z');
const catalogue = testCatalogue({ offers: { [IDS.shared]: { caps: [testCap({ id: 'day' })] } } });
const tallied = (...states: LeadState[]) => {
  const usage = createUsageCount(catalogue, NOW);
  states.forEach((state, i) => {
    usage.count(countedLead({ id: `${i}`, state, intent: { at: NOW, submission: 1, buyer_id: IDS.buyer } }));
  });
  return usage.buckets();
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
  for (const state of ['sending', 'waiting', 'saved', 'pending', 'unknown'] as const)
    rows.push([`${state} has a place for sure`, [state], 0, 0, '0 of 1–1']);
  for (const state of ['queued', 'working'] as const)
    rows.push([`${state} may have none yet`, [state], 0, 0, undefined]);
  for (const [name, states, before, after, expected] of rows)
    it(name, () => {
      const [found] = compareUsage(tallied(...states), uses(before), uses(after));
      expect(found && `${found.ledger} of ${found.least}–${found.most}`).to.equal(expected);
    });

  it('what an undecided lead keeps of an earlier window is held for sure, what an ending owes may be gone', () => {
    const keeping = createUsageCount(catalogue, NOW);
    const at = new Date('2026-11-22T17:30:00Z');
    keeping.count(
      countedLead({
        state: 'saved',
        intent: {
          at,
          submission: 1,
          kept: [{ at: NOW, attempts: 1, buyer_id: IDS.buyer }],
          buyer_id: IDS.buyer,
        },
      }),
    );
    expect(compareUsage(keeping.buckets(), [], []).map(({ window, least }) => [window, least])).to.deep.equal(
      [
        ['2026-11-21', 1],
        ['2026-11-22', 1],
      ],
    );
    const owing = createUsageCount(catalogue, NOW);
    const owed = { submission: 1, claim_action: 'release', since: NOW, keys: [], intent_at: NOW } as const;
    const sale = { offer_id: IDS.shared, campaign_id: IDS.campaign };
    const released = {
      ...owed,
      ...sale,
      kind: 'reservations',
      what: 'release',
      also_release: [{ at, buyer_id: IDS.buyer }],
      buyer_id: IDS.buyer,
    } as const;
    owing.count(countedLead({ state: 'rejected', pending_effects: [released] }));
    expect(compareUsage(owing.buckets(), [], [])).to.deep.equal([]);
    expect(compareUsage(owing.buckets(), uses(1), uses(1))).to.deep.equal([]);
  });

  it('are compared place by place, and told in the order of their names', () => {
    const two = testCatalogue({
      offers: { [IDS.shared]: { caps: [testCap({ id: 'b' }), testCap({ id: 'a' })] } },
    });
    const tally = createUsageCount(two, NOW);
    tally.count(countedLead({ state: 'accepted', intent: { at: NOW, submission: 1, buyer_id: IDS.buyer } }));
    const ledger = [
      { cap_id: 'b', window: '2026-11-21', used: 1 },
      { cap_id: 'b', window: '2026-11-22', used: 1 },
      { cap_id: 'a', window: '2026-11-22', used: 1 },
    ];
    expect(compareUsage(tally.buckets(), ledger, ledger)).to.deep.equal([
      { cap_id: 'a', window: '2026-11-21', ledger: 0, least: 1, most: 1 },
      { cap_id: 'a', window: '2026-11-22', ledger: 1, least: 0, most: 0 },
      { cap_id: 'b', window: '2026-11-22', ledger: 1, least: 0, most: 0 },
    ]);
  });
});
