import { expect } from 'chai';
import type { Program } from '../../../src/core/catalogue/types.js';
import { directResult, partnerResult } from '../../../src/core/search/results.js';
import { aLine, anOffer, aPartnerOffer } from '../builders.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const BSN: Program = { value: 'bsn', label: 'BSN', eligibility: [], required_fields: [] };
const MSN: Program = { ...BSN, value: 'msn', label: 'MSN', required_fields: ['background.rn_license'] };
const ABOUT = { id: 'result-1', run: 2, campaign: { id: 'campaign-1' }, lead: {}, now: NOW };

const OFFER = anOffer({
  offer_type: 'exclusive',
  tcpa_text: 'I agree.',
  school: { name: 'Lakeshore' },
  required_fields: ['personal.phone'],
  programs: [BSN, MSN],
  questions: [
    { name: 'visit', type: 'text', required: true },
    {
      name: 'licence',
      label: 'Licence',
      type: 'text',
      required: false,
      required_when: { program_ids: ['msn'] },
      pattern: '^[0-9]+$',
    },
    { name: 'why', type: 'text', required: false, required_when: { program_ids: ['msn', 'bsn'] } },
    { name: 'always', type: 'text', required: true, required_when: { program_ids: ['msn'] } },
  ],
});

describe('directResult', () => {
  const campaignOffer = aLine({
    offer: OFFER,
    payout_cents: 3000,
    program_payouts_cents: { msn: 3600 },
    priority: 7,
  });

  it('holds the terms as they are shown', () => {
    const { terms, ...result } = directResult({
      ...ABOUT,
      campaign_offer: campaignOffer,
      programs: [BSN, MSN],
    });
    expect(result).to.deep.equal({
      id: 'result-1',
      run: 2,
      campaign_id: 'campaign-1',
      offer_id: 'offer-1',
      priority: 7,
    });
    const { form_fields, ...rest } = terms;
    expect(rest).to.deep.equal({
      offer_name: 'Lakeshore Nursing',
      offer_type: 'exclusive',
      buyer_id: 'buyer-1',
      tcpa_text: 'I agree.',
      consent_required: true,
      school: { name: 'Lakeshore' },
      programs: [
        { value: 'bsn', label: 'BSN', payout_cents: 3000 },
        { value: 'msn', label: 'MSN', payout_cents: 3600 },
      ],
      payout_cents: 3600,
      base_payout_cents: 3000,
      expires_at: new Date('2026-03-01T12:30:00Z'),
    });
    expect(form_fields.map(({ name }) => name)).to.deep.equal([
      'visit',
      'licence',
      'why',
      'always',
      'phone',
      'rn_license',
    ]);
  });

  it('shows nothing of programs that are left out', () => {
    const { terms } = directResult({
      ...ABOUT,
      campaign_offer: campaignOffer,
      programs: [BSN],
    });
    expect(terms.payout_cents).to.equal(3000);
    const fields = terms.form_fields.map(({ name, required_when }) => [name, required_when?.program_ids]);
    expect(fields).to.deep.equal([
      ['visit', undefined],
      ['why', ['bsn']],
      ['always', undefined],
      ['phone', undefined],
    ]);
  });

  it('has no payout where none is configured, and null where the offer says nothing', () => {
    const { terms } = directResult({ ...ABOUT, campaign_offer: aLine(), programs: [] });
    expect(terms).not.to.have.any.keys('payout_cents', 'base_payout_cents', 'school', 'reference');
    expect(terms.tcpa_text).to.equal(null);
    expect(terms.programs).to.deep.equal([]);
  });
});

describe('partnerResult', () => {
  const of = (
    over: object,
    share?: number,
    campaignOffer = aLine({ offer: aPartnerOffer(share), payout_cents: 900 }),
  ) =>
    partnerResult({
      ...ABOUT,
      campaign_offer: campaignOffer,
      result: { reference: 'ref-1', name: 'Partner BSN', programs: [], questions: [], ...over },
    }).terms;

  it("takes the partner's words and keeps its reference", () => {
    const terms = of({
      school: { name: 'Far U' },
      tcpa_text: 'They agree.',
      programs: [{ value: 'p', label: 'P' }],
    });
    expect(terms).to.deep.include({
      offer_name: 'Partner BSN',
      reference: 'ref-1',
      buyer_id: 'buyer-1',
      school: { name: 'Far U' },
      tcpa_text: 'They agree.',
      programs: [{ value: 'p', label: 'P', payout_cents: 900 }],
      payout_cents: 900,
    });
  });

  for (const [name, share, bid_cents, payout] of [
    ['the share of the bid, rounded down', 0.7, 1001, 700],
    ['none without a bid', 0.7, undefined, undefined],
    ["the campaign's without a share", undefined, 1001, 900],
  ] as const)
    it(`pays ${name}`, () => {
      const terms = of(bid_cents === undefined ? {} : { bid_cents }, share);
      expect([terms.payout_cents, terms.base_payout_cents]).to.deep.equal([payout, payout]);
    });

  it('keeps the bid, and 0 is one', () => {
    expect(of({ bid_cents: 1001 }, 0.7).bid_cents).to.equal(1001);
    expect(of({ bid_cents: 0 }).bid_cents).to.equal(0);
    expect(of({})).not.to.have.property('bid_cents');
  });

  for (const [name, expires_at, expected] of [
    ['ours without theirs', undefined, '2026-03-01T12:30:00.000Z'],
    ['theirs when it is sooner', new Date('2026-03-01T12:10:00Z'), '2026-03-01T12:10:00.000Z'],
    ['ours when theirs is later', new Date('2026-03-02T12:00:00Z'), '2026-03-01T12:30:00.000Z'],
  ] as const)
    it(`expires by ${name}`, () => {
      expect(of(expires_at ? { expires_at } : {}).expires_at.toISOString()).to.equal(expected);
    });

  it('runs no pattern from outside and asks a lead field once, as ours', () => {
    const offer = { ...aPartnerOffer(), required_fields: ['personal.phone'] as const };
    const questions = [
      { name: 'phone', type: 'select', required: false },
      { name: 'why', type: 'text', required: true, pattern: '(a+)+$' },
    ];
    expect(of({ questions }, undefined, aLine({ offer })).form_fields).to.deep.equal([
      { name: 'why', label: null, type: 'text', required: true },
      { name: 'phone', label: 'Phone', type: 'text', required: true },
    ]);
  });
});
