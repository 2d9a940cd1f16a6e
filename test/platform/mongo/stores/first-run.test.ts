import { testAttempt } from '../../../support/records.js';
import { expect } from 'chai';
import type { LeadStore } from '../../../../src/app/ports/lead-store.js';
import type { LeadRecord } from '../../../../src/core/lead/lead-record.js';
import { expectCommands, type OpenStores, STORE_KINDS } from '../../../support/store-kinds.js';
import { aLead, minute } from '../../../support/stored-records.js';

const now = minute(10);
const until = minute(11);
const entry = { at: now, what: 'received' } as const;
const attempt = testAttempt({ number: 1, submission: 1, at: now, timeout_ms: 1_000, outcome: 'open' });

for (const kind of STORE_KINDS)
  describe(`lead store: the first write of a first run ${kind.name}`, () => {
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
    const taken = { by: 'run-1', submission: 1, run: 1, at: now, from: 'queued' } as const;
    const first_run = { taken, intent: { at: now, submission: 1, buyer_id: 'buyer' } };
    const when = { submission: 1, states: ['queued'], runs: 0, attempts: 0, first_run } as const;

    it('stores the run and its intent with what it decides', async () => {
      const lead = await stored({ state: 'queued', runs: 0 });
      const change = { state: 'sending', due_at: until, new_attempt: attempt, entries: [entry] } as const;
      const write = () => leads.transition({ ...when, id: lead.id }, change);
      const { names, result } = await stores.during(write);
      expect(result).to.equal(true);
      expectCommands(names, ['update']);
      const begun = { ...lead, ...first_run, runs: 1, attempts: [attempt], timeline: [entry] };
      const after = { ...begun, state: 'sending', due_at: until };
      expect(await leads.read(lead.id)).to.deep.equal(after);
      expect(await write(), 'again').to.equal(false);
    });

    it('loses to a worker that took the lead', async () => {
      const { id } = await stored({ state: 'queued', runs: 0, due_at: minute(1) });
      const other = await leads.take(id, 1, now, until, 'run-2');
      const change = { state: 'rejected', due_at: null, entries: [] } as const;
      expect(await leads.transition({ ...when, id }, change)).to.equal(false);
      expect(await leads.read(id)).to.deep.equal(other);
    });

    it('names its attempt by the run, when it ends it', async () => {
      const { id } = await stored({ state: 'sending', runs: 1, attempts: [{ ...attempt, run: 1 }] });
      const end = { number: 1, run: 1, outcome: 'never_sent', ended_at: now, duration_ms: 1 } as const;
      const ends = (by: string) =>
        leads.transition(
          { id, submission: 1, states: ['sending'] },
          { state: 'waiting', due_at: until, attempt_end: { ...end, by }, entries: [] },
        );
      expect(await ends('run-1')).to.equal(false);
      const mine = { ...attempt, run: 1, by: 'run-1' };
      const other = await stored({ state: 'sending', runs: 1, attempts: [mine] });
      const won = await leads.transition(
        { id: other.id, submission: 1, states: ['sending'] },
        { state: 'waiting', due_at: until, attempt_end: { ...end, by: 'run-1' }, entries: [] },
      );
      expect(won).to.equal(true);
      const { run: _, ...ended } = end;
      expect((await leads.read(other.id))?.attempts).to.deep.equal([{ ...mine, ...ended }]);
    });
  });
