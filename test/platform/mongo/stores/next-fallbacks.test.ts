import { expect } from 'chai';
import type { LeadStore } from '../../../../src/app/ports/lead-store.js';
import type { LeadRecord } from '../../../../src/core/lead/lead-record.js';
import { expectCommands, type OpenStores, STORE_KINDS } from '../../../support/store-kinds.js';
import { aLead, minute, postedAgain } from '../../../support/stored-records.js';

const NEXT = { lead_id: 'next', offer_id: 'o-2', submission: 1, at: minute(1) };
const DECISION = {
  code: 'CAP_REACHED',
  at: minute(1),
  source: 'service',
  refusal: { check: 'caps', code: 'CAP_REACHED', why: 'cap' },
} as const;

for (const kind of STORE_KINDS)
  describe(`next tries ${kind.name}`, () => {
    let stores: OpenStores;
    let leads: LeadStore;
    before(async () => {
      stores = await kind.open();
      ({ leads } = stores);
    });
    after(() => stores.close());

    /** A lead that fell back. */
    async function fellBack(): Promise<LeadRecord> {
      const lead = aLead({ state: 'working', runs: 1, due_at: minute(2) });
      await leads.insert(lead);
      await leads.transition(
        { id: lead.id, submission: 1, states: ['working'] },
        { state: 'rejected', due_at: null, decision: DECISION, next_fallback: NEXT, entries: [] },
      );
      return lead;
    }

    it('are owed from the transition on, until they are cleared', async () => {
      const { id } = await fellBack();
      expect((await leads.read(id))?.next_fallback).to.deep.equal(NEXT);
      expect(await leads.withPending('fallback', minute(1), 10)).to.deep.equal([]);
      const { names, result } = await stores.during(() => leads.withPending('fallback', minute(2), 10));
      expectCommands(names, ['find']);
      expect(result.map((lead) => lead.id)).to.deep.equal([id]);
      await leads.clearPending([{ id, effects: [{ kind: 'fallback' }] }]);
      expect(await leads.withPending('fallback', minute(2), 10)).to.deep.equal([]);
      expect((await leads.read(id))?.next_fallback).to.deep.equal(NEXT);
    });

    it('are stored once, and a stored one stays as it is', async () => {
      const first = aLead({ timeline: [{ at: minute(1), what: 'received' }] });
      await leads.insertFallback(first);
      await leads.insertFallback({ ...first, state: 'failed', timeline: [] });
      expect(await leads.read(first.id)).to.deep.equal(first);
    });

    it('a lead that fell back is not submitted again', async () => {
      const fallen = await fellBack();
      const { id, request_id } = fallen;
      const sent = postedAgain(fallen, {
        ...{ request_id, data_hash: 'other' },
        ...{ received_at: minute(3), due_at: minute(4), received_before: minute(0) },
      });
      expect(await leads.resubmit(id, 1, sent)).to.equal(null);
      const erased = aLead({ state: 'failed', forget: { at: minute(9), no_evidence: false } });
      const old = aLead({ state: 'failed', forget: { at: minute(9), no_evidence: false, why: 'retention' } });
      const gone = aLead({ state: 'failed', forgotten: { at: minute(9), why: 'retention' } });
      const ended = aLead({
        state: 'rejected',
        decision: {
          ...{ code: 'NOT_ELIGIBLE', at: minute(9), source: 'service' },
          refusal: { check: 'erasure', code: 'NOT_ELIGIBLE', why: 'erased' },
        },
      });
      for (const [lead, submission] of [
        [erased, null] as const,
        [old, 2] as const,
        [gone, null] as const,
        [ended, null] as const,
      ]) {
        await leads.insert(lead);
        expect(await leads.resubmit(lead.id, 1, sent), 'an erasure has it, or had').to.equal(submission);
      }
      expect((await leads.read(id))?.state).to.equal('rejected');
    });
  });
