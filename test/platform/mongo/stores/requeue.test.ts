import { IDS } from '../../../support/catalogue.js';
import { expect } from 'chai';
import type { LeadRecord } from '../../../../src/core/lead/lead-record.js';
import { STORE_KINDS, expectCommands, type OpenStores } from '../../../support/store-kinds.js';
import { testLead, testAttempt } from '../../../support/records.js';

const START = testLead().first_due_at;
const later = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);
let ids = 0;
const newId = (): string => `70000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`;

for (const kind of STORE_KINDS)
  describe(`runs that outages ended, ${kind.name}`, () => {
    let stores: OpenStores;
    before(async () => {
      stores = await kind.open();
    });
    after(() => stores.close());

    async function stored(over: Partial<LeadRecord> = {}): Promise<string> {
      const id = newId();
      await stores.leads.insert(testLead({ id, ...over }));
      return id;
    }
    const read = async (id: string): Promise<LeadRecord> => (await stores.leads.read(id))!;
    const take = (id: string, at: number, by?: string) =>
      stores.leads.take(id, 1, later(at), later(at + 30), by);
    const requeue = (id: string, by: string, at: number, due: number, submission = 1) =>
      stores.leads.requeue([{ id, submission, by }], later(at), later(due));

    for (const state of ['queued', 'waiting', 'saved', 'pending'] as const)
      it(`puts a lead back to where it was taken from: ${state}`, async () => {
        const id = await stored({ state });
        await take(id, 2, 'run-1');
        const { names } = await stores.during(() => requeue(id, 'run-1', 3, 9));
        expectCommands(names, ['update']);
        const lead = await read(id);
        expect(lead).to.include({ state, runs: 1, stalls: 0 });
        expect(lead.due_at).to.deep.equal(later(9));
        expect(lead.first_due_at, 'from the taking until it is due again').to.deep.equal(later(7));
        expect(lead.timeline.map(({ what }) => what)).to.deep.equal(['requeued']);
      });

    it('has a lead wait whose first run wrote nothing, and no late write of that run lands', async () => {
      const id = await stored({ state: 'queued', runs: 0 });
      const taken = { by: 'run-1', submission: 1, run: 1, at: later(2), from: 'queued' } as const;
      const begun = { taken, intent: { at: later(2), submission: 1, buyer_id: IDS.buyer } };
      const run = { id, submission: 1, by: 'run-1', first_run: begun };
      const { names } = await stores.during(() => stores.leads.requeue([run], later(3), later(9)));
      expectCommands(names, ['update']);
      const lead = await read(id);
      expect(lead).to.include({ state: 'queued', runs: 1, stalls: 0 });
      expect(lead.due_at).to.deep.equal(later(9));
      expect(lead.first_due_at).to.deep.equal(later(7));
      expect(lead.waiting).to.deep.equal({ run: 1, why: 'outage' });
      expect(lead.timeline.map(({ what }) => what)).to.deep.equal(['requeued']);
      expect(lead).to.deep.include(begun);
      const late = { id, submission: 1, states: ['queued'], runs: 0, first_run: begun } as const;
      expect(await stores.leads.transition(late, { state: 'rejected', due_at: null, entries: [] })).to.equal(
        false,
      );
      await stores.leads.requeue([run], later(4), later(20));
      expect(await read(id), 'once').to.deep.equal(lead);
    });

    it('leaves a lead that was taken since its first run began', async () => {
      const id = await stored({ state: 'queued', runs: 0 });
      const other = await take(id, 3, 'run-2');
      const taken = { by: 'run-1', submission: 1, run: 1, at: later(2), from: 'queued' } as const;
      const first_run = { taken, intent: { at: later(2), submission: 1, buyer_id: IDS.buyer } };
      await stores.leads.requeue([{ id, submission: 1, by: 'run-1', first_run }], later(4), later(9));
      expect(await read(id)).to.deep.equal(other);
    });

    it('says which data key was missing', async () => {
      const id = await stored();
      await take(id, 0, 'run-1');
      await stores.leads.requeue(
        [{ id, submission: 1, by: 'run-1', data_key: 'second' }],
        later(1),
        later(5),
      );
      const { waiting, timeline } = await read(id);
      expect(waiting).to.deep.equal({ run: 1, why: 'outage', data_key: 'second' });
      expect(timeline.at(-1)?.reason).to.deep.equal({ why: 'outage', data_key: 'second' });
    });

    it('tells an outage once, and ends what was told with the next step', async () => {
      const id = await stored();
      for (const [n, by] of ['run-1', 'run-2', 'run-3'].entries()) {
        await take(id, 10 * n, by);
        await requeue(id, by, 10 * n + 1, 10 * n + 5);
      }
      expect((await read(id)).timeline).to.have.length(1);
      const lead = await take(id, 40, 'run-4');
      expect(lead?.waiting).to.deep.equal({ run: 3, why: 'outage' });
      const when = { id, submission: 1, states: ['working'], runs: 4 } as const;
      await stores.leads.transition(when, { state: 'queued', due_at: later(50), entries: [] });
      expect(await read(id)).to.not.have.property('waiting');
    });

    it('puts nothing back that another has taken since, also one that does not say its name', async () => {
      for (const by of ['run-2', undefined]) {
        const id = await stored();
        await take(id, 0, 'run-1');
        await take(id, 31, by);
        await requeue(id, 'run-1', 32, 40);
        expect(await read(id), String(by)).to.include({ state: 'working', runs: 2 });
      }
    });

    it('takes a stall back that was counted for the run, once', async () => {
      const id = await stored();
      await take(id, 0, 'run-1');
      await take(id, 31, 'run-2');
      await take(id, 62, 'run-3');
      expect(await read(id)).to.include({ stalls: 2 });
      await requeue(id, 'run-1', 63, 70);
      await requeue(id, 'run-1', 63, 70);
      expect(await read(id)).to.include({ state: 'working', stalls: 1, runs: 3 });
      expect((await read(id)).stalled).to.deep.equal(['run-2']);
    });

    it('leaves a lead of another submission as it is', async () => {
      const id = await stored();
      await take(id, 0, 'run-1');
      await requeue(id, 'run-1', 1, 9, 2);
      expect(await read(id)).to.include({ state: 'working' });
    });

    it('leaves a lead whose request may be open to its time, which is then no stall', async () => {
      const id = await stored();
      await take(id, 0, 'run-1');
      const attempt = testAttempt({
        number: 1,
        submission: 1,
        at: later(1),
        timeout_ms: 1_000,
        outcome: 'open',
      });
      await stores.leads.transition(
        { id, submission: 1, states: ['working'] },
        { state: 'sending', due_at: later(32), new_attempt: attempt, entries: [] },
      );
      await requeue(id, 'run-1', 2, 9);
      expect(await read(id)).to.include({ state: 'sending' });
      const taken = await take(id, 33, 'run-2');
      expect(taken).to.include({ state: 'working', stalls: 0 });
      expect((await take(id, 64, 'run-3'))?.stalls, 'the next one is').to.equal(1);
    });

    it('does not spend the delivery window with the time in which nobody took a lead, or its worker was gone', async () => {
      const id = await stored();
      expect((await take(id, 5, 'run-1'))?.first_due_at, 'a little late').to.deep.equal(START);
      expect((await take(id, 305, 'run-2'))?.first_due_at, 'its worker was gone').to.deep.equal(later(300));
      const late = await stored();
      expect((await take(late, 3_600, 'run-3'))?.first_due_at).to.deep.equal(later(3_600));
    });

    for (const [why, delay, moved] of [
      ['outage', 2, 2],
      ['ledger', 2, 2],
      ['throttled', 2, 0],
      ['another_lead', 2, 0],
      // Another job of the lead.
      ['outage', -2, -2],
      ['ledger', -2, -2],
      ['throttled', -2, 0],
      ['another_lead', -2, 0],
    ] as const)
      it(`moves the delivery window by ${moved} of ${delay} s of delay after a wait for: ${why}`, async () => {
        const id = await stored({ runs: 1, waiting: { run: 1, why } });
        expect((await take(id, delay, 'run-2'))?.first_due_at).to.deep.equal(later(moved));
      });

    it('puts many back in one command', async () => {
      const many = await Promise.all(Array.from({ length: 20 }, () => stored()));
      for (const id of many) await take(id, 0, `run of ${id}`);
      const runs = many.map((id) => ({ id, submission: 1, by: `run of ${id}` }));
      const { names } = await stores.during(() => stores.leads.requeue(runs, later(1), later(9)));
      expectCommands(names, ['update']);
      for (const id of many) expect((await read(id)).state).to.equal('queued');
      await stores.leads.requeue([], later(1), later(9));
    });
  });
