import { expect } from 'chai';
import { bindKey } from '../../../src/app/submit/idempotency.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { memoryBoundKeyStore } from '../../support/fakes/memory-bound-key-store.js';
import { memoryLeadStore } from '../../support/fakes/memory-lead-store.js';
import { aLead, minute } from '../../support/stored-records.js';

const DAY = 24 * 60;

/** A lead of a call with the key `k` and this body. */
const sent = (body_hash: string, at = 0): LeadRecord => {
  const received_at = minute(at);
  return aLead({ received_at, idempotency: [{ key: 'k', body_hash, at: received_at }] });
};

describe('binding an Idempotency-Key', () => {
  const open = () => {
    const ports = { boundKeys: memoryBoundKeyStore(), leads: memoryLeadStore() };
    const bind = async (lead: LeadRecord, again?: 'again') => {
      const { to, ...rest } = { id: undefined, ...(await bindKey(ports, lead, again)) };
      return to?.id ?? rest;
    };
    return { ...ports, bind };
  };

  it('binds nothing without a key', async () => {
    const { boundKeys, bind } = open();
    const { idempotency: _, ...lead } = sent('one');
    expect(await bind(lead)).to.deep.equal({ id: lead.id });
    expect(await boundKeys.read(lead.affiliate_id, 'k')).to.equal(null);
  });

  it('finds the lead that lists the key', async () => {
    const { leads, bind } = open();
    const lead = sent('one');
    expect(await bind(lead)).to.deep.equal({ id: lead.id });
    await leads.insert(lead);
    expect(await bind(sent('one'))).to.equal(lead.id);
  });

  it('without its lead it binds nothing: whoever comes takes it over, under the id of the first', async () => {
    const { boundKeys, bind } = open();
    const [first, next] = [sent('one'), sent('two', 5)];
    await bind(first);
    expect(await bind(next)).to.deep.equal({ id: first.id });
    const stored = await boundKeys.read(next.affiliate_id, 'k');
    expect(stored).to.include({ lead_id: first.id, body_hash: 'two', at: next.received_at });
  });

  it('a key that the lead does not list any more binds nothing, and the next lead has an id of its own', async () => {
    const { leads, bind } = open();
    const first = sent('one');
    await bind(first);
    await leads.insert(first);
    const late = sent('one', DAY + 1);
    expect(await bind(late)).to.deep.equal({ id: late.id });
    const later = sent('one', DAY + 2);
    expect(await bind(later), 'its lead is not stored yet').to.deep.equal({ id: late.id });
  });

  it('a lead that is submitted again keeps its id', async () => {
    const { bind } = open();
    await bind(sent('one'));
    const again = sent('two');
    expect(await bind(again, 'again')).to.deep.equal({ id: again.id });
  });
});
