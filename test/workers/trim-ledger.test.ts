import { expect } from 'chai';
import { releaseDebt } from '../../src/core/lead-work/debts.js';
import type { LeadRecord } from '../../src/core/records/lead-record.js';
import { settlementOf, trimLedger } from '../../workers/use-cases/trim-ledger.js';
import { testLead } from '../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');

describe('trim-ledger', () => {
  const rows: readonly [string, LeadRecord | undefined, number, 'confirm' | 'release' | undefined][] = [
    ['its record is gone', undefined, 1, undefined],
    ['it is undecided', testLead({ state: 'sending' }), 1, undefined],
    ['it was accepted', testLead({ state: 'accepted' }), 1, 'confirm'],
    ['it was refused', testLead({ state: 'rejected' }), 1, 'release'],
    ['it failed', testLead({ state: 'failed' }), 1, 'release'],
    ['it is judged again in a later round', testLead({ round: 2 }), 1, 'release'],
    ['it still owes', testLead({ state: 'rejected', debts: [releaseDebt(testLead(), AT)] }), 1, undefined],
  ];
  for (const [name, lead, round, settlement] of rows)
    it(`a member whose lead … ${name}: ${settlement ?? 'stays'}`, () => {
      expect(settlementOf(lead, round)).to.equal(settlement);
    });

  it('settles what it finds, once for each place', async () => {
    const lead = testLead({ state: 'rejected' });
    const settled: string[] = [];
    const member = `${lead.id}:1`;
    const count = await trimLedger({
      leads: { readMany: () => Promise.resolve([lead]) },
      // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
      async *reserved() {
        for (const key of ['day', 'month']) yield { member, lead_id: lead.id, round: 1, key };
      },
      settle: ({ key }, action) => Promise.resolve(settled.push(`${key} ${action}`)),
    });
    expect(count).to.equal(2);
    expect(settled).to.deep.equal(['day release', 'month release']);
  });
});
