import { expect } from 'chai';
import { subjectOf } from '../../../src/core/checks/index.js';
import { outboundLead, partnerQuery } from '../../../src/core/delivery/outbound-lead.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testLead, testSearch } from '../../support/records.js';
import { someTerms } from '../builders.js';

const AT = new Date('2026-11-21T17:00:00Z');
const catalogue = testCatalogue();
const sent = (lead: LeadRecord, callback_url?: string) => {
  const subject = subjectOf(lead, catalogue, { miles: () => 1 }, AT);
  return outboundLead(lead, catalogue.offers.get(lead.offer_id)!, {
    ...{ subject, affiliate: 'northwind', callback_url },
  });
};

describe('what a buyer gets', () => {
  it('of a direct post: the lead, its evidence, and no key that nobody asked for', () => {
    const lead = testLead({
      lead: { personal: { first_name: 'Ann' }, extra: { source: 'x' } },
      answers: { whatever: 'x' },
    });
    expect(sent(lead)).to.deep.equal({
      lead_id: lead.id,
      lead: { personal: { first_name: 'Ann' }, address: {}, education: {}, background: {} },
      tracking: { ip_address: '203.0.113.7' },
      consent: { ...lead.consent },
      answers: {},
      offer: { id: IDS.shared, handle: 'shared', name: 'Shared offer' },
      affiliate: { handle: 'northwind' },
    });
  });

  it('of a result: what the search was, the program and the partner’s own name for it', () => {
    const groups = { education: { education_level: 'associates' }, background: { rn_license: 'rn' } };
    const lead = testLead({
      ...{ offer_id: IDS.partner, search_id: 's-1', program_id: 'msn', lead: groups },
      terms: someTerms({
        programs: [
          { value: 'bsn', label: 'BSN' },
          { value: 'msn', label: 'MSN', payout_cents: 1 },
        ],
        form_fields: [{ name: 'why', label: 'Why?', type: 'text', required: false }],
        reference: 'theirs',
      }),
      answers: { why: ' because ', other: 'x' },
    });
    const outbound = sent(lead, 'https://leads.example/callbacks/1');
    expect(outbound).to.deep.include({
      ...{ search_id: 's-1', callback_url: 'https://leads.example/callbacks/1' },
      lead: { ...groups, personal: {}, address: {} },
      program: { value: 'msn', label: 'MSN' },
      answers: { why: 'because' },
      result: { reference: 'theirs' },
    });
  });

  it('of a result of another partner, or of a partner that the offer no longer has: not the name that it gave', () => {
    const terms = someTerms({ reference: 'theirs', buyer_id: 'former' });
    expect(sent(testLead({ terms }))).to.not.have.property('result');
    expect(sent(testLead({ offer_id: IDS.partner, terms }))).to.not.have.property('result');
  });
});

describe('what a partner is asked', () => {
  const person = {
    personal: { first_name: 'Ann', email: 'ann@example.com', age: '30', gender: 'female' },
    address: { street: '1 Main', city: 'Madison', state: 'WI', zip_code: '53703' },
    education: { education_level: 'associates' },
    background: { rn_license: 'rn' },
    extra: { source: 'x' },
  };
  const offer = catalogue.offers.get(IDS.partner)!;
  const named = {
    search_id: testSearch().id,
    offer: { id: IDS.partner, handle: 'partner', name: 'Partner offer' },
    affiliate: { handle: 'northwind' },
  };

  it('names and reaches nobody', () => {
    expect(partnerQuery(testSearch({ lead: person }), offer, 'northwind')).to.deep.equal({
      ...named,
      lead: {
        personal: { age: '30', gender: 'female' },
        address: { city: 'Madison', state: 'WI', zip_code: '53703' },
        education: person.education,
        background: person.background,
      },
      tracking: {},
    });
    expect(partnerQuery(testSearch({ lead: {} }), offer, 'northwind').lead).to.deep.equal({
      ...{ personal: {}, address: {}, education: {}, background: {} },
    });
  });

  it('is the whole search where the operator maps what leaves', () => {
    const { search } = offer.partner!;
    const mapped = { ...offer, partner: { search: { ...search, body: '{}' } } } as typeof offer;
    const { extra: _, ...groups } = person;
    const consent = { text: 'I agree' } as unknown as ReturnType<typeof testSearch>['consent'];
    expect(partnerQuery(testSearch({ lead: person, consent }), mapped, 'northwind')).to.deep.equal({
      ...{ ...named, lead: groups, tracking: { ip_address: '203.0.113.7' }, consent: { text: 'I agree' } },
    });
  });
});
