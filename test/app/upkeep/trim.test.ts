import { expect } from 'chai';
import { confirmEffect, releaseEffect } from '../../../src/core/delivery/pending-effects.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { isAbandoned, trimLedger } from '../../../src/app/upkeep/trim.js';
import { testLead } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');

describe('trim-ledger', () => {
  const rows: readonly [string, LeadRecord | undefined, number, boolean][] = [
    ['its record is gone', undefined, 1, false],
    ['it is undecided', testLead({ state: 'sending' }), 1, false],
    ['it was accepted, and confirmed', testLead({ state: 'accepted' }), 1, true],
    [
      'it was accepted, and is to be confirmed',
      testLead({ state: 'accepted', pending_effects: [confirmEffect(testLead(), AT)] }),
      1,
      false,
    ],
    ['it was refused', testLead({ state: 'rejected' }), 1, true],
    ['it failed', testLead({ state: 'failed' }), 1, true],
    ['it is evaluated again in a later submission', testLead({ submission: 2 }), 1, true],
    ['it was read as it was before this submission', testLead({ state: 'rejected' }), 2, false],
    [
      'it still owes',
      testLead({ state: 'rejected', pending_effects: [releaseEffect(testLead(), AT)] }),
      1,
      false,
    ],
  ];
  for (const [name, lead, submission, given] of rows)
    it(`a member whose lead … ${name}: ${given ? 'given back' : 'stays'}`, () => {
      expect(isAbandoned(lead, submission)).to.equal(given);
    });

  it('gives back what it finds, once for each place', async () => {
    const lead = testLead({ state: 'rejected' });
    const released: string[] = [];
    const reservationId = `${lead.id}:1`;
    const count = await trimLedger({
      leads: { standings: () => Promise.resolve([lead]) },
      recount: () => Promise.reject(new Error('nothing is doubtful')),
      // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
      async *reserved() {
        for (const key of ['day', 'month'])
          yield { reservation_id: reservationId, lead_id: lead.id, submission: 1, key };
      },
      isReserved: () => Promise.resolve(true),
      release: ({ key }) => Promise.resolve(released.push(key)),
    });
    expect(count).to.equal(2);
    expect(released).to.deep.equal(['day', 'month']);
  });

  const doubtful: readonly [string, number, readonly string[]][] = [
    ['has all counted again for a reservation of a lead that was sold', 1, ['month']],
    ['has all counted again for one of a lead whose return was undone', -1, ['day', 'month']],
    ['counts nothing if the sale was confirmed between the two reads', 1, []],
  ];
  for (const [name, submission, still] of doubtful)
    it(`${name}, and releases none`, async () => {
      const lead = testLead({ state: 'accepted' });
      const done: string[] = [];
      const count = await trimLedger({
        leads: { standings: () => Promise.resolve([lead]) },
        // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
        async *reserved() {
          for (const key of ['day', 'month'])
            yield { reservation_id: 'r', lead_id: lead.id, submission, key };
        },
        isReserved: ({ key }) => Promise.resolve(still.includes(key)),
        release: ({ key }) => Promise.resolve(done.push(key)),
        recount: () => Promise.resolve(done.push('counted')),
      });
      expect([count, done]).to.deep.equal([0, still.length > 0 ? ['counted'] : []]);
    });
});
