import { IDS } from '../../../support/catalogue.js';
import { expect } from 'chai';
import { expectCommands, type OpenStores, STORE_KINDS } from '../../../support/store-kinds.js';
import type { LeadStore } from '../../../../src/app/ports/lead-store.js';
import { nameOfEffect } from '../../../../src/core/lead/pending-effect.js';
import type { LeadRecord } from '../../../../src/core/lead/lead-record.js';
import { aLead, minute } from '../../../support/stored-records.js';

for (const kind of STORE_KINDS)
  describe(`lead store ${kind.name}`, () => {
    let stores: OpenStores;
    let leads: LeadStore;
    before(async () => {
      stores = await kind.open();
      ({ leads } = stores);
    });
    after(() => stores.close());

    async function stored(over: Partial<LeadRecord> = {}): Promise<LeadRecord> {
      const lead = aLead(over);
      await leads.insert(lead);
      return lead;
    }
    const now = minute(10);
    const until = minute(11);

    describe('insert and read', () => {
      it('gives back exactly what was stored, as a plain record', async () => {
        const lead = await stored({
          answers: { visit: 'yes', empty: {} },
          idempotency: [{ key: 'k', body_hash: 'h', at: now }],
        });
        expect(await leads.read(lead.id)).to.deep.equal(lead);
        expect(await leads.readMany([lead.id, 'nobody'])).to.deep.equal([lead]);
        expect(await leads.read('nobody')).to.equal(null);
      });

      it('says how leads stand, and nothing else', async () => {
        const lead = await stored({
          state: 'accepted',
          decision: { code: 'ACCEPTED', at: now, source: 'buyer' },
        });
        const { id, submission, state, runs, attempts, pending_effects, decision } = lead;
        const stands = { id, submission, state, runs, attempts, pending_effects, decision };
        const { names, result } = await stores.during(() => leads.standings([id, 'nobody']));
        expectCommands(names, ['find']);
        expect(result).to.deep.equal([stands]);
      });

      it('a lead with an Idempotency-Key is stored once under its id, whoever else stores it', async () => {
        const key = [{ key: 'again', body_hash: 'h', at: now }];
        const first = await stored({ idempotency: key });
        const other = aLead({ id: first.id, data_hash: 'other', idempotency: key });
        const { names, result } = await stores.during(() => leads.insert(other));
        expectCommands(names, ['insert', 'find']);
        expect(result).to.deep.equal({ inserted: false, existing: first });
      });

      it('a key is listed until it has expired', async () => {
        const key = [{ key: 'old', body_hash: 'h', at: minute(-60) }];
        const young = { key: 'young', body_hash: 'h', at: minute(-59) };
        const first = await stored({ idempotency: [...key, young] });
        expect(await leads.expireIdempotencyKeys(minute(-59))).to.equal(1);
        expect((await leads.read(first.id))?.idempotency).to.deep.equal([young]);
        expect(await leads.expireIdempotencyKeys(minute(-58))).to.equal(1);
        expect((await leads.read(first.id))?.idempotency).to.deep.equal([]);
      });

      it('20 inserts of one lead at once store one', async () => {
        const lead = aLead({ idempotency: [{ key: 'race', body_hash: 'h', at: now }] });
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) => leads.insert({ ...lead, data_hash: String(n) })),
        );
        expect(answers.filter(({ inserted }) => inserted)).to.have.length(1);
        const existing = answers.flatMap((answer) => (answer.inserted ? [] : [answer.existing.data_hash]));
        expect(new Set(existing).size).to.equal(1);
      });
    });

    describe('take', () => {
      const cases: readonly [string, Partial<LeadRecord>, boolean][] = [
        ['queued and due', { state: 'queued', due_at: minute(9) }, true],
        ['queued by a clock that is ahead', { state: 'queued', due_at: minute(12) }, true],
        ['working, its time over', { state: 'working', due_at: minute(10) }, true],
        ['working, its time not over', { state: 'working', due_at: minute(11) }, false],
        ['sending, its time over', { state: 'sending', due_at: minute(9) }, true],
        ['waiting, not due', { state: 'waiting', due_at: minute(11) }, false],
        ['saved, due', { state: 'saved', due_at: minute(9) }, true],
        ['pending, due', { state: 'pending', due_at: minute(9) }, true],
        ['unknown, even with a time', { state: 'unknown', due_at: minute(9) }, false],
        ['accepted', { state: 'accepted', due_at: minute(9) }, false],
        ['of another submission', { submission: 2, due_at: minute(9) }, false],
      ];
      for (const [what, over, taken] of cases)
        it(`${what}: ${taken ? 'taken' : 'left'}`, async () => {
          const { id } = await stored(over);
          const { names, result } = await stores.during(() => leads.take(id, 1, now, until));
          expect(result !== null).to.equal(taken);
          expectCommands(names, ['findAndModify']);
        });

      it('counts runs and stalls, and sets the intent once', async () => {
        const { id } = await stored();
        const first = await leads.take(id, 1, now, until);
        expect(first).to.include({ state: 'working', runs: 1, stalls: 0 });
        expect(first?.due_at).to.deep.equal(until);
        expect(first?.intent).to.deep.equal({ at: now, submission: 1, buyer_id: 'buyer-1' });
        const second = await leads.take(id, 1, minute(12), minute(13));
        expect(second).to.include({ state: 'working', runs: 2, stalls: 1 });
        expect(second?.intent).to.deep.equal(first?.intent);
      });

      it('20 workers at once: one has it', async () => {
        for (let times = 0; times < 10; times += 1) {
          const { id } = await stored();
          const taken = await Promise.all(Array.from({ length: 20 }, () => leads.take(id, 1, now, until)));
          expect(taken.filter((lead) => lead !== null)).to.have.length(1);
        }
      });
    });

    describe('lists', () => {
      it('overdue: oldest first, at most the limit', async () => {
        const before = minute(-1_000);
        const late = await stored({ due_at: minute(-1_001) });
        const later = await stored({ due_at: minute(-1_002), submission: 3 });
        await stored({ due_at: minute(-1_000) });
        expect(await leads.overdue(before, 10)).to.deep.equal([
          { id: later.id, submission: 3, due_at: minute(-1_002) },
          { id: late.id, submission: 1, due_at: minute(-1_001) },
        ]);
        expect(await leads.overdue(before, 1)).to.have.length(1);
      });

      it('found until the pending effects of the submission are cleared', async () => {
        const pendingEffect = (submission: number, minutes: number) =>
          ({
            kind: 'reservations',
            submission,
            what: 'release',
            claim_action: 'release',
            since: minute(minutes),
            keys: ['a'],
            offer_id: 'o',
            campaign_id: 'c',
            buyer_id: 'b',
          }) as const;
        const lead = await stored({
          state: 'failed',
          pending_effects: [pendingEffect(1, -500), pendingEffect(2, -400)],
        });
        await stored({ state: 'failed', pending_effects: [pendingEffect(1, 10)] });
        const owing = async (minutes: number) =>
          (await leads.withPending('reservations', minute(minutes), 10)).map(({ id }) => id);
        expect(await owing(-450)).to.deep.equal([lead.id]);
        const named = (...submissions: number[]) => [
          { id: lead.id, effects: submissions.map((n) => nameOfEffect(pendingEffect(n, 0))) },
        ];
        const { names } = await stores.during(() => leads.clearPending(named(1)));
        expectCommands(names, ['update']);
        expect((await leads.read(lead.id))?.pending_effects, "another submission's stays").to.deep.equal([
          pendingEffect(2, -400),
        ]);
        await leads.clearPending(named(1, 2));
        expect(await owing(-350)).to.deep.equal([]);
        await leads.clearPending([]);
      });

      it('counted: leads with an intent from then on, no test leads, oldest first', async () => {
        const at = (minutes: number) => ({
          intent: { at: minute(minutes), submission: 1, buyer_id: IDS.buyer },
        });
        const second = await stored({ ...at(5_002), program_id: 'bsn' });
        const first = await stored({ ...at(5_001), state: 'accepted' });
        await stored({ ...at(5_003), is_test: true });
        await stored();
        const found = [];
        for await (const lead of leads.counted(minute(5_000))) found.push(lead);
        expect(found.map(({ id }) => id)).to.deep.equal([first.id, second.id]);
        expect(found[1]).to.deep.equal({
          id: second.id,
          submission: 1,
          state: 'queued',
          offer_id: 'offer-1',
          campaign_id: 'campaign-1',
          program_id: 'bsn',
          intent: { at: minute(5_002), submission: 1, buyer_id: IDS.buyer },
          pending_effects: [],
          attempts: [],
        });
        let all = 0;
        for await (const lead of leads.counted(null)) all += lead.intent ? 1 : 0;
        expect(all).to.be.greaterThan(2);
      });
    });
  });
