import { expect } from 'chai';
import { ENTRY_COLUMNS, entryCells } from '../../../src/app/money/entry-columns.js';
import type { Entry } from '../../../src/core/money/entry.js';

const AT = new Date('2026-10-31T12:00:00Z');

/** An entry with all members, each with a value of its own. The type makes a new member fail to compile here. */
const ENTRY = {
  id: 'an-id',
  kind: 'return_reversal',
  at: AT,
  day: '2026-10-31',
  month: '2026-10',
  period: '2026-11',
  written_at: new Date('2026-11-01T12:00:00Z'),
  by: 'somebody',
  currency: 'USD',
  buyer_id: 'a-buyer',
  buyer_cents: 2_001,
  affiliate_id: 'an-affiliate',
  affiliate_cents: 1_002,
  lead_id: 'a-lead',
  campaign_id: 'a-campaign',
  offer_id: 'an-offer',
  program_id: 'a-program',
  attempt: 3,
  subids: { subid: 'a-subid' },
  external_id: 'an-external-id',
  reference: 'a-reference',
  catalogue_version: 4,
  timed_changes: [17, 18],
  reason: 'a-reason',
  claim_regained: true,
  place_regained: true,
} satisfies Required<Omit<Entry, 'own_reference' | 'why'>>;

/** Cells that are not the member's own text. */
const WRITTEN: Partial<Record<keyof Entry, unknown>> = {
  at: '2026-10-31T12:00:00.000Z',
  written_at: '2026-11-01T12:00:00.000Z',
  buyer_cents: { cents: 2_001 },
  affiliate_cents: { cents: 1_002 },
  subids: 'a-subid',
  timed_changes: '17 18',
  claim_regained: 'yes',
  place_regained: 'yes',
};

describe('the columns of entries', () => {
  it('leave out no member', () => {
    const cells = entryCells(ENTRY, (id) => id);
    expect(cells).to.have.length(ENTRY_COLUMNS.length);
    for (const name of Object.keys(ENTRY) as (keyof typeof ENTRY)[])
      expect(cells, name).to.deep.include(WRITTEN[name] ?? ENTRY[name]);
  });

  it("show an adjustment's own reference and words", () => {
    const cells = entryCells({ ...ENTRY, own_reference: 'my-reference', why: 'my words' }, (id) => id);
    expect(cells).to.include.members(['my-reference', 'my words']);
    expect(cells).not.to.include.members(['a-reference']);
  });
});
