import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { releaseEffect } from '../../src/core/delivery/pending-effects.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { trimSlots } from '../../src/app/upkeep/trim.js';
import { aLead, aSearch, minute } from '../support/stored-records.js';
import { STORE_KINDS, type OpenStores } from '../support/store-kinds.js';

const reserved = (lead: string, submission = 1) =>
  ({ lead, submission, offer_id: 'o', offer_type: 'true_exclusive', state: 'reserved' }) as const;

/** A worker sleeps before it takes its lead's slot; the lead ends; it wakes, takes the slot, and is killed. */
for (const kind of STORE_KINDS)
  describe(`a slot taken by a worker that slept and was killed, ${kind.name}`, () => {
    let stores: OpenStores;
    before(async () => {
      stores = await kind.open();
    });
    after(() => stores.close());

    const owing = aLead({ state: 'rejected' });
    const ROWS: readonly (readonly [
      what: string,
      over: Partial<LeadRecord> | null,
      submission: number,
      stays: boolean,
    ])[] = [
      ['its lead failed', { state: 'failed' }, 1, false],
      ['its lead was refused', { state: 'rejected' }, 1, false],
      ['its lead is in a later submission', { state: 'working', submission: 2 }, 1, false],
      [
        'its lead was refused and still owes',
        { state: 'rejected', pending_effects: [releaseEffect(owing, minute(1))] },
        1,
        true,
      ],
      ['its lead is at work', { state: 'working' }, 1, true],
      ['its lead is unknown', { state: 'unknown' }, 1, true],
      ['its lead was sold, and nobody marked it', { state: 'accepted' }, 1, true],
      ['its lead is gone', null, 1, true],
    ];
    for (const [what, over, submission, stays] of ROWS)
      it(`${what}: ${stays ? 'stays' : 'is given back, and the search can sell again'}`, async () => {
        const lead = aLead({ form: 'A', ...over });
        if (over) await stores.leads.insert(lead);
        const sold = { ...reserved(randomUUID()), state: 'sold' } as const;
        const search = aSearch({ state: 'done', slots: [] });
        await stores.searches.insert(search);
        await stores.searches.takeSlot(search.id, reserved(lead.id, submission), 3);
        const kept = aSearch({ state: 'done', slots: [sold] });
        await stores.searches.insert(kept);
        await trimSlots(stores);
        expect((await stores.searches.read(search.id))?.slots).to.have.length(stays ? 1 : 0);
        expect((await stores.searches.read(kept.id))?.slots).to.deep.equal([sold]);
        const next = await stores.searches.takeSlot(search.id, reserved(randomUUID()), 3);
        expect(next.won).to.equal(!stays);
      });
  });
