import { expect } from 'chai';
import fc from 'fast-check';
import { bucketsFor } from '../../../src/core/caps/cap-buckets.js';
import type { CapBucket } from '../../../src/core/caps/windows.js';
import type { Campaign, CampaignOffer, Cap, FieldRule, Rule } from '../../../src/core/catalogue/types.js';
import { firstRefusal } from '../../../src/core/checks/index.js';
import type { LeadData } from '../../../src/core/lead/lead-data.js';
import { withAllVerdicts } from '../../../src/core/search/stored-verdicts.js';
import { evaluateWithVerdicts, evaluateSearch } from '../../../src/core/search/search-evaluation.js';
import { bucketsOfOffers, filterOffers } from '../../../src/core/search/filter-offers.js';
import type { OfferVerdict } from '../../../src/core/search/search-record.js';
import { testBuyer, testCampaign, testLine, testOffer } from '../../support/catalogue.js';
import { testSearch } from '../../support/records.js';

/** In Auckland it is already tomorrow. */
const NOW = new Date('2026-11-21T17:00:00Z');
const geo = { miles: (a: string, b: string) => Math.abs(Number(a) - Number(b)) };

const when_missing = fc.constantFrom('pass' as const, 'fail' as const);
const some = (...values: string[]) => fc.subarray(values, { minLength: 1 });
const rule = (field: FieldRule['field'], test: fc.Arbitrary<FieldRule['test']>): fc.Arbitrary<FieldRule> =>
  fc.record({ field: fc.constant(field), when_missing, test });
const states = some('WI', 'IL', 'CA');
const fieldRule: fc.Arbitrary<Rule> = fc.oneof(
  rule(
    'address.state',
    states.map((all) => ({ in: all })),
  ),
  rule(
    'address.state',
    states.map((all) => ({ not_in: all })),
  ),
  rule(
    'address.zip_code',
    fc.nat(60).map((within_miles) => ({ within_miles, of: '53700' })),
  ),
  rule(
    'education.education_level',
    fc.constantFrom('high_school', 'bachelors').map((at_least) => ({ at_least })),
  ),
  rule(
    'age',
    fc.integer({ min: 28, max: 32 }).map((min) => ({ min })),
  ),
);
const anyRule: fc.Arbitrary<Rule> = fc.oneof(
  { weight: 5, arbitrary: fieldRule },
  { weight: 1, arbitrary: fc.array(fieldRule, { maxLength: 2 }).map((any) => ({ any })) },
  { weight: 1, arbitrary: fc.array(fieldRule, { maxLength: 2 }).map((any) => ({ any: [{ any }] })) },
);
const rules = fc.array(anyRule, { maxLength: 3 });

const cap = (id: string, program?: string): Cap => ({
  ...{ id, scope: 'offer', window: 'day', limit: 5, time_zone: 'UTC' },
  ...(program === undefined ? {} : { program }),
});
const line = fc
  .record({
    eligibility: rules,
    programs: fc.array(rules, { maxLength: 2 }),
    status: fc.constantFrom('active' as const, 'active' as const, 'paused' as const),
    zone: fc.constantFrom('UTC', 'Pacific/Auckland'),
    caps: fc.subarray([cap('all'), cap('p0', 'p0'), cap('other', 'p9')]),
  })
  .map(
    ({ programs, zone, ...offer }) =>
      (id: string): CampaignOffer =>
        testLine(
          testOffer({
            ...{ ...offer, id },
            buyer: testBuyer({ time_zone: zone }),
            programs: programs.map((eligibility, n) => ({
              ...{ value: `p${n}`, label: 'P', eligibility, required_fields: [] },
            })),
          }),
        ),
  );
const campaigns = fc
  .record({
    lines: fc.array(line, { maxLength: 6 }),
    status: fc.constantFrom('active' as const, 'active' as const, 'inactive' as const),
  })
  .map(({ lines, status }): Campaign => {
    const offers = new Map(lines.map((make, n) => [`offer-${n}`, make(`offer-${n}`)]));
    return testCampaign({ offers, status });
  });

const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const leads = fc
  .record({
    state: maybe('WI', 'CA', 'NY'),
    zip_code: maybe('53703', '53790'),
    // Turns 30 on November 22.
    date_of_birth: maybe('1996-11-22', '1990-01-01'),
    education_level: maybe('high_school', 'masters'),
  })
  .map(({ state, zip_code, date_of_birth, education_level }): LeadData => ({
    personal: { ...(date_of_birth && { date_of_birth }) },
    address: { ...(state && { state }), ...(zip_code && { zip_code }) },
    education: { ...(education_level && { education_level }) },
  }));
const fullCaps = fc.subarray(['all', 'p0', 'other']);

/** Each offer and each program by itself, with all checks. */
function plainly(campaign: Campaign, lead: LeadData, isFull: (bucket: CapBucket) => boolean): OfferVerdict[] {
  const refusalOf = (campaign_offer: CampaignOffer, program: string | undefined) =>
    firstRefusal(
      {
        ...{ now: NOW, received_at: NOW, is_test: false, lead, campaign, campaign_offer, program, geo },
        ...{ affiliate_id: campaign.affiliate.id, offer: campaign_offer.offer },
        ...{ terms: undefined, consent: null, answers: {} },
      },
      'search',
      {
        ...{ suppressions: [], slots: [], owners: [] },
        full_caps: bucketsFor({ campaign, campaign_offer, program }, NOW)
          .filter(isFull)
          .map((bucket) => bucket.cap),
      },
    );
  return [...campaign.offers.values()].map((one): OfferVerdict => {
    const offer_id = one.offer.id;
    const refusal = refusalOf(one, undefined);
    if (refusal) return { offer_id, returned: false, refusal };
    const programs_out = one.offer.programs.flatMap(({ value: program }) => {
      const why = refusalOf(one, program);
      return why ? [{ program, refusal: why }] : [];
    });
    const [first] = programs_out;
    if (first && programs_out.length === one.offer.programs.length)
      return { offer_id, returned: false, refusal: first.refusal, programs_out };
    return { offer_id, returned: true, ...(programs_out.length > 0 ? { programs_out } : {}) };
  });
}

describe('offers that rules rule out', () => {
  it('have the verdicts of a plain evaluation, in memory and from the stored record', () => {
    fc.assert(
      fc.property(campaigns, leads, fullCaps, (campaign, lead, full) => {
        const search = testSearch({ lead, campaign_id: campaign.id });
        const context = { search, campaign, now: NOW, geo, newId: () => 'id' };
        const isFull = (bucket: CapBucket): boolean => full.includes(bucket.cap.id);
        const facts = {
          suppressions: [],
          held: [],
          down: new Set<string>(),
          ...(full.length > 0 && { isFull }),
        };
        const plain = plainly(campaign, lead, isFull);
        expect(evaluateWithVerdicts(context, facts).verdicts).to.deep.equal(plain);

        const filtered = filterOffers(context);
        const { verdicts, ruled_out } = evaluateSearch(context, facts, filtered);
        const stored = { ...search, verdicts, ...(ruled_out && { ruled_out }) };
        const shown = withAllVerdicts(structuredClone(stored), campaign);
        expect(shown.verdicts).to.deep.equal(plain);
        expect(shown).not.to.have.property('ruled_out');

        // An offer that is left out needs no cap; every other one has all that can count it.
        const needed = filtered.left.flatMap((campaign_offer) =>
          [undefined, ...campaign_offer.offer.programs.map(({ value }) => value)].flatMap((program) =>
            bucketsFor({ campaign, campaign_offer, program }, NOW),
          ),
        );
        const read = bucketsOfOffers(campaign, filtered.left, NOW).map((bucket) => bucket.cap.id);
        expect([...read].sort()).to.deep.equal([...new Set(needed.map((bucket) => bucket.cap.id))].sort());
      }),
      { numRuns: 400 },
    );
  });

  it('are not taken from an earlier run', () => {
    const ruled_out = { run: 1, rules: '1', said: [{ field: 'address.state', words: 'says NY' }] };
    const search = { ...testSearch(), run: 2, ruled_out };
    expect(withAllVerdicts(search, testCampaign()).verdicts).to.deep.equal(search.verdicts);
  });
});
