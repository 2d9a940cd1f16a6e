import { expect } from 'chai';
import type { Program } from '../../../src/core/catalogue/types.js';
import { planOf } from '../../../src/core/search/campaign-plan.js';
import { missingFields } from '../../../src/core/checks/required-fields.js';
import { sharedPartOf, termsIdOf, termsSharing } from '../../../src/core/search/shared-terms.js';
import { directResult, partnerResult } from '../../../src/core/search/results.js';
import type { LeadData } from '../../../src/core/lead/lead-data.js';
import { testCampaign } from '../../support/catalogue.js';
import { aLine, anOffer, aPartnerOffer, someTerms } from '../builders.js';

const BSN: Program = { value: 'bsn', label: 'BSN', eligibility: [], required_fields: [] };
const MSN: Program = { ...BSN, value: 'msn', label: 'MSN', required_fields: ['background.rn_license'] };
const OFFER = anOffer({ required_fields: ['personal.phone', 'personal.email'], programs: [BSN, MSN] });
const LINE = aLine({ offer: OFFER, payout_cents: 3000 });

const ABOUT = { id: 'result-1', run: 1, campaign: { id: 'campaign-1' }, campaign_offer: LINE };
const shown = (lead: LeadData, programs: readonly Program[], now = new Date(0), line = LINE) =>
  directResult({
    ...ABOUT,
    ...{ campaign_offer: line, lead, programs, now },
    lacked: missingFields(planOf(testCampaign({ offers: new Map([['offer', line]]) })).required, lead),
  }).terms;
const personOf = (name: string, email?: string): LeadData => ({
  personal: { first_name: name, phone: '3125550100', ...(email !== undefined && { email }) },
});

describe('terms that results share', () => {
  it('are one object for people who see the same, whoever they are and whenever', () => {
    const first = shown(personOf('Ada', 'ada@example.com'), [BSN, MSN]);
    const second = shown(personOf('Bob', 'bob@example.com'), [BSN, MSN], new Date(60_000));
    expect(sharedPartOf(second)).to.equal(sharedPartOf(first)).and.not.equal(undefined);
    expect(second.expires_at.getTime() - first.expires_at.getTime()).to.equal(60_000);
    expect(JSON.stringify(sharedPartOf(first))).not.to.match(/ada|bob|expires|\d{10}/i);
  });

  it('differ by the programs and by the fields that the person lacks', () => {
    const forms = [
      shown(personOf('Ada', 'ada@example.com'), [BSN, MSN]),
      shown(personOf('Ada', 'ada@example.com'), [BSN]),
      shown(personOf('Ada'), [BSN]),
      shown({}, [BSN]),
      shown({}, [BSN], new Date(0), aLine({ offer: OFFER, payout_cents: 3001 })),
    ];
    const ids = forms.map((terms) => termsIdOf(sharedPartOf(terms)!));
    expect(new Set(ids).size).to.equal(forms.length);
    const asked = forms.map(({ form_fields }) => form_fields.map(({ name }) => name));
    const rn = 'rn_license';
    expect(asked).to.deep.equal([[rn], [], ['email'], ['phone', 'email'], ['phone', 'email']]);
  });

  it('have the same id wherever they are made, in whatever order their members are', () => {
    const make = () => sharedPartOf(shown({}, [BSN], new Date(0), aLine({ offer: OFFER })))!;
    const [one, two] = [make(), make()];
    expect(one).not.to.equal(two);
    expect(termsIdOf(one))
      .to.equal(termsIdOf(two))
      .and.match(/^[\w-]{32}$/);
    const turned = Object.fromEntries(Object.entries(one).reverse()) as unknown as typeof one;
    expect(termsIdOf(turned)).to.equal(termsIdOf(one));
    const { expires_at: _, ...part } = someTerms();
    expect(termsIdOf(part), 'as it is stored').to.equal('fzKczHlyxZvyQepL7EMa7wPQuCXS-pSd');
  });

  it('stay right when there are more forms than are kept', () => {
    const programs = Array.from({ length: 600 }, (_, i): Program => ({ ...BSN, value: `p${i}` }));
    const line = aLine({ offer: anOffer({ programs }) });
    const values = (at: number): string[] =>
      shown({}, programs.slice(at, at + 2), new Date(0), line).programs.map(({ value }) => value);
    for (let at = 0; at < 598; at += 1) expect(values(at)).to.deep.equal([`p${at}`, `p${at + 1}`]);
    expect(values(0)).to.deep.equal(['p0', 'p1']);
  });

  it('are not those of a partner, nor of a copy that somebody changed', () => {
    const result = { reference: 'r', name: 'N', programs: [], questions: [] };
    const line = aLine({ offer: aPartnerOffer(), payout_cents: 900 });
    const terms = partnerResult({ ...ABOUT, campaign_offer: line, lead: {}, now: new Date(0), result }).terms;
    expect(sharedPartOf(terms)).to.equal(undefined);
    const { expires_at, ...part } = someTerms();
    expect(sharedPartOf(termsSharing(part, expires_at))).to.equal(part);
    expect(sharedPartOf({ ...termsSharing(part, expires_at), payout_cents: 1 })).to.equal(undefined);
  });
});
