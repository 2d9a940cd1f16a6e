import { expect } from 'chai';
import { trimClaims, trimLedger, trimSlots } from '../../../src/app/upkeep/trim.js';
import type { ClaimedIdentity } from '../../../src/core/duplicates/claim-owner.js';
import { releaseEffect } from '../../../src/core/delivery/pending-effects.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { eachOf } from '../../support/each-of.js';
import { testLead } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');
const stores = (leads: readonly LeadRecord[]) => {
  const asked: (readonly string[])[] = [];
  const standings = (ids: readonly string[]) =>
    Promise.resolve((asked.push(ids), leads.filter(({ id }) => ids.includes(id))));
  return { asked, leads: { standings } };
};
const ended = (count: number): LeadRecord[] =>
  Array.from({ length: count }, (_, i) => testLead({ id: `lead ${i}`, state: 'rejected' }));

const recount = (): Promise<never> => Promise.reject(new Error('nothing is doubtful'));
const isReserved = (): Promise<boolean> => Promise.resolve(true);

describe('slots that a worker left behind', () => {
  const duplicate: Partial<LeadRecord> = {
    decision: {
      ...{ code: 'DUPLICATE', at: AT, source: 'buyer' },
      refusal: { check: 'delivery', code: 'DUPLICATE', why: 'buyer_duplicate' },
    },
  };
  const rows: readonly [string, LeadRecord | undefined, { slot: boolean; claim: boolean }][] = [
    ['its record is gone', undefined, { slot: false, claim: false }],
    ['it is undecided', testLead({ state: 'sending' }), { slot: false, claim: false }],
    ['it was sold in this submission', testLead({ state: 'accepted' }), { slot: false, claim: false }],
    [
      'it was sold in a later submission',
      testLead({ state: 'accepted', submission: 2 }),
      { slot: true, claim: true },
    ],
    ['it was refused', testLead({ state: 'rejected' }), { slot: true, claim: true }],
    ['its buyer knew it', testLead({ state: 'rejected', ...duplicate }), { slot: true, claim: false }],
    [
      'its buyer knew it in a later submission',
      testLead({ state: 'rejected', submission: 2, ...duplicate }),
      { slot: true, claim: true },
    ],
    ['it is evaluated again', testLead({ submission: 2 }), { slot: true, claim: true }],
    [
      'it still owes',
      testLead({ state: 'rejected', pending_effects: [releaseEffect(testLead(), AT)] }),
      { slot: false, claim: false },
    ],
    [
      'it is of an earlier submission than this',
      testLead({ state: 'rejected', submission: 0 }),
      { slot: false, claim: false },
    ],
  ];
  for (const [name, lead, given] of rows) {
    it(`${name}: the slot ${given.slot ? 'is given back' : 'stays'}`, async () => {
      const released: string[] = [];
      const { leads } = stores(lead ? [lead] : []);
      const count = await trimSlots({
        leads,
        searches: {
          reservedSlots: () => eachOf([{ search: 's', lead: testLead().id, submission: 1 }]),
          releaseSlot: (...slot) => Promise.resolve(void released.push(slot.join(' '))),
        },
      });
      expect(released).to.deep.equal(given.slot ? [`s ${testLead().id} 1`] : []);
      expect(count).to.equal(released.length);
    });

    it(`${name}: the claim ${given.claim ? 'is given back' : 'stays'}`, async () => {
      const released: string[] = [];
      const owner = { lead: testLead().id, affiliate: 'a', submission: 1, offer: 'o', buyer: 'b', at: AT };
      const next = await trimClaims(
        {
          ...stores(lead ? [lead] : []),
          claims: {
            page: () => Promise.resolve([{ key: 'k', owners: [owner] }]),
            release: (keys, id, submission) =>
              Promise.resolve(void released.push([...keys, id, submission].join(' '))),
          },
        },
        '',
      );
      expect(next).to.equal('');
      expect(released).to.deep.equal(given.claim ? [`k ${testLead().id} 1`] : []);
    });
  }

  for (const [count, reads] of [
    [0, []],
    [499, [499]],
    [500, [500]],
    [1_001, [500, 500, 1]],
  ] as const) {
    it(`${count} slots are looked at by ${reads.length} reads of their leads`, async () => {
      const all = ended(count);
      const { leads, asked } = stores(all);
      const released: string[] = [];
      const given = await trimSlots({
        leads,
        searches: {
          reservedSlots: () => eachOf(all.map(({ id }) => ({ search: 's', lead: id, submission: 1 }))),
          releaseSlot: (_, id) => Promise.resolve(void released.push(id)),
        },
      });
      expect(asked.map(({ length }) => length)).to.deep.equal(reads);
      expect(released).to.deep.equal(all.map(({ id }) => id));
      expect(given).to.equal(count);
    });

    it(`${count} places are looked at by ${reads.length} reads of their leads`, async () => {
      const all = ended(count);
      const { leads, asked } = stores(all);
      const released: string[] = [];
      const given = await trimLedger({
        ...{ leads, recount, isReserved },
        reserved: () =>
          eachOf(all.map(({ id }) => ({ reservation_id: id, lead_id: id, submission: 1, key: 'day' }))),
        release: ({ lead_id }) => Promise.resolve(released.push(lead_id)),
      });
      expect(asked.map(({ length }) => length)).to.deep.equal(reads);
      expect(released).to.deep.equal(all.map(({ id }) => id));
      expect(given).to.equal(count);
    });
  }

  it('give back the places of ended leads alone', async () => {
    const released: string[] = [];
    const { leads, asked } = stores([testLead({ id: 'over', state: 'rejected' }), testLead({ id: 'open' })]);
    const given = await trimLedger({
      ...{ leads, recount, isReserved },
      reserved: () =>
        eachOf(
          ['over', 'open', 'over'].map((id, i) => ({
            reservation_id: id,
            lead_id: id,
            submission: 1,
            key: `${i}`,
          })),
        ),
      release: ({ lead_id, key }) => Promise.resolve(released.push(`${lead_id} ${key}`)),
    });
    expect(released).to.deep.equal(['over 0', 'over 2']);
    expect(asked, 'each lead once').to.deep.equal([['over', 'open']]);
    expect(given).to.equal(2);
  });
});

describe('claims are looked at bit by bit', () => {
  const pages = (count: number) => {
    const keys = Array.from({ length: count }, (_, i) => `key ${String(i).padStart(5, '0')}`);
    const asked: string[] = [];
    const page = (after: string, limit: number): Promise<ClaimedIdentity[]> => {
      asked.push(after);
      const rest = keys.filter((key) => key > after).slice(0, limit);
      return Promise.resolve(rest.map((key) => ({ key, owners: [] })));
    };
    const trim = (after: string) =>
      trimClaims(
        { ...stores([]), claims: { page, release: () => Promise.reject(new Error('none is stale')) } },
        after,
      );
    return { trim, asked };
  };

  it('from where the last run ended, 4,000 in a run', async () => {
    const { trim, asked } = pages(4_400);
    const next = await trim('');
    expect(next).to.equal('key 03999');
    expect(asked).to.have.length(8);
    expect(await trim(next)).to.equal('');
    expect(asked.slice(8)).to.deep.equal(['key 03999']);
  });

  it('from the beginning again when all were looked at', async () => {
    expect(await pages(0).trim('')).to.equal('');
    expect(await pages(499).trim('')).to.equal('');
    const { trim, asked } = pages(500);
    expect(await trim('')).to.equal('');
    expect(asked).to.deep.equal(['', 'key 00499']);
  });
});
