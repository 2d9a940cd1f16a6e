import { expect } from 'chai';
import type { Fallback } from '../../../src/core/fallback/fallback.js';
import { firstLeadOfCall, fallbackLead } from '../../../src/core/fallback/fallback-lead.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { testLead } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');
const DUE = new Date('2026-11-21T17:00:15Z');

const fallback = (n: number): Fallback => ({
  ...{ lead_id: `l-${n}`, offer_id: `o-${n}`, buyer_id: `b-${n}`, program_id: `p-${n}` },
  answers: { color: `c-${n}` },
  consent: { ...testLead().consent, text: `text ${n}` },
  data_hash: `h-${n}`,
});

const fellBack = (over: Partial<LeadRecord> = {}): LeadRecord => ({
  ...testLead({ id: 'l-1', offer_id: 'o-1', state: 'rejected', external_id: 'mine' }),
  decision: { code: 'CAP_REACHED', at: AT, source: 'service' },
  fallbacks: [fallback(2), fallback(3)],
  next_fallback: { lead_id: 'l-2', offer_id: 'o-2', submission: 1, at: AT },
  ...over,
});

describe('the lead of the next fallback', () => {
  it('has the person and call of the first, and the rest of its own', () => {
    const first = fellBack();
    const next = fallbackLead(first, AT, DUE);
    expect(next).to.deep.include({ id: 'l-2', offer_id: 'o-2', buyer_id: 'b-2', program_id: 'p-2' });
    expect(next).to.deep.include({ answers: { color: 'c-2' }, data_hash: 'h-2', external_id: 'mine' });
    expect(next?.consent.text).to.equal('text 2');
    expect(next).to.deep.include({ lead: first.lead, tracking: first.tracking, due_at: DUE, submission: 1 });
    expect(next).to.deep.include({ attempts: [], pending_effects: [], fallbacks: [fallback(3)] });
    expect(next?.earlier_leads).to.deep.equal([{ lead_id: 'l-1', offer_id: 'o-1', code: 'CAP_REACHED' }]);
    expect(next?.timeline.map(({ what }) => what)).to.deep.equal(['received', 'fallback_of']);
    for (const name of ['idempotency', 'decision', 'next_fallback', 'intent', 'news', 'revision'])
      expect(next).not.to.have.property(name);
  });

  it('is the last when no entry is left', () => {
    const earlier_leads = [{ lead_id: 'l-0', offer_id: 'o-0', code: 'NOT_ELIGIBLE' as const }];
    const last = fallbackLead(fellBack({ fallbacks: [fallback(2)], earlier_leads }), AT, DUE);
    expect(last).not.to.have.property('fallbacks');
    expect(last?.earlier_leads?.map(({ lead_id }) => lead_id)).to.deep.equal(['l-0', 'l-1']);
    expect(last && firstLeadOfCall(last)).to.equal('l-0');
  });

  it('is none of a lead that did not fall back, or whose entries are others by now', () => {
    const { next_fallback: _, ...refused } = fellBack();
    expect(fallbackLead(refused, AT, DUE)).to.equal(undefined);
    expect(fallbackLead(fellBack({ fallbacks: [fallback(3)] }), AT, DUE)).to.equal(undefined);
  });

  it('begins a call of its own when a fallback is submitted again', () => {
    const earlier_leads = [{ lead_id: 'l-0', offer_id: 'o-0', code: 'NOT_ELIGIBLE' as const }];
    const again = fellBack({ submission: 2, earlier_leads });
    expect(firstLeadOfCall(again)).to.equal('l-1');
    expect(fallbackLead(again, AT, DUE)?.earlier_leads?.map(({ lead_id }) => lead_id)).to.deep.equal(['l-1']);
  });
});
