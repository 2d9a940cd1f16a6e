import { expect } from 'chai';
import fc from 'fast-check';
import { resultsAnswer } from '../../../src/core/answers/results-answer.js';
import type { Campaign, FieldRule, Offer, Rule } from '../../../src/core/catalogue/types.js';
import type { LeadData } from '../../../src/core/lead/lead-data.js';
import { evaluateWithVerdicts, type Evaluated } from '../../../src/core/search/search-evaluation.js';
import { testCampaign, testLine, testOffer } from '../../support/catalogue.js';
import { testSearch } from '../../support/records.js';

const NOW = new Date('2026-11-21T17:00:00Z');

/** No payout of any case has these digits. */
const PRICE = 987_654_321;

type Line = Parameters<typeof testLine>[1];
interface Row {
  readonly offer: Partial<Offer>;
  readonly line: Line;
}

const withIds = (rows: readonly Row[]): Campaign =>
  testCampaign({
    offers: new Map(
      rows.map(({ offer, line }, index) => {
        const id = `offer-${index}`;
        return [id, testLine(testOffer({ id, price_cents: PRICE, ...offer }), line)];
      }),
    ),
  });

function evaluated(campaign: Campaign, lead: LeadData): Evaluated {
  let made = 0;
  const newId = (): string => `result-${(made += 1)}`;
  const geo = { miles: (a: string, b: string) => Math.abs(Number(a) - Number(b)) };
  const search = testSearch({ lead, campaign_id: campaign.id });
  return evaluateWithVerdicts(
    { search, campaign, now: NOW, geo, newId },
    { suppressions: [], held: [], isFull: () => false, down: new Set() },
  );
}

const answerOf = ({ results }: Evaluated) =>
  resultsAnswer(
    { ...testSearch(), state: 'done', results },
    { max_accepted_submissions: 3, poll_after_ms: 1_000, now: NOW },
  );
const shown = (campaign: Campaign, lead: LeadData): string[] =>
  answerOf(evaluated(campaign, lead)).offers.map(({ offer }) => offer.id);

const ruleOn = (field: FieldRule['field'], values: readonly string[]): fc.Arbitrary<FieldRule> =>
  fc.record({
    field: fc.constant(field),
    when_missing: fc.constantFrom('pass' as const, 'fail' as const),
    test: fc.oneof(
      fc.subarray([...values], { minLength: 1 }).map((some) => ({ in: some })),
      fc.subarray([...values], { minLength: 1 }).map((some) => ({ not_in: some })),
    ),
  });
const fieldRule: fc.Arbitrary<Rule> = fc.oneof(
  ruleOn('address.state', ['WI', 'IL', 'CA']),
  ruleOn('background.rn_license', ['rn', 'lpn_lvn', 'no']),
  ruleOn('background.us_citizen', ['yes', 'no']),
  fc.record({
    field: fc.constant('age' as const),
    when_missing: fc.constantFrom('pass' as const, 'fail' as const),
    test: fc.record({ min: fc.integer({ min: 16, max: 40 }) }),
  }),
);
const rule: fc.Arbitrary<Rule> = fc.oneof(
  { weight: 4, arbitrary: fieldRule },
  { weight: 1, arbitrary: fc.array(fieldRule, { minLength: 1, maxLength: 3 }).map((any) => ({ any })) },
);
const rules = fc.array(rule, { maxLength: 3 });
const cents = fc.option(fc.nat(50), { nil: undefined });

const row: fc.Arbitrary<Row> = fc.record({
  offer: fc.record({
    eligibility: rules,
    programs: fc.array(rules, { maxLength: 3 }).map((all) =>
      all.map((eligibility, index) => ({
        value: `p${index}`,
        label: 'P',
        eligibility,
        required_fields: [],
      })),
    ),
  }),
  line: fc
    .record({ payout: cents, own: fc.array(fc.option(fc.nat(50)), { maxLength: 3 }), priority: fc.nat(2) })
    .map(({ payout, own, priority }) => ({
      payout_cents: payout as number,
      priority,
      program_payouts_cents: Object.fromEntries(
        own.flatMap((one, index) => (one === null ? [] : [[`p${index}`, one]])),
      ),
    })),
});
const rows = fc.array(row, { minLength: 1, maxLength: 6 });

const maybe = (...values: string[]): fc.Arbitrary<string | undefined> =>
  fc.option(fc.constantFrom(...values), { nil: undefined });
const lead: fc.Arbitrary<LeadData> = fc
  .record({
    state: maybe('WI', 'IL', 'CA', 'NY'),
    age: maybe('17', '30', '60'),
    rn_license: maybe('rn', 'no'),
    us_citizen: maybe('yes', 'no'),
  })
  .map(({ state, age, rn_license, us_citizen }) => ({
    ...(age !== undefined && { personal: { age } }),
    ...(state !== undefined && { address: { state } }),
    background: { ...(rn_license && { rn_license }), ...(us_citizen && { us_citizen }) },
  }));

const replaced = (all: readonly Row[], at: number, offer: Partial<Offer>): Row[] =>
  all.map((one, index) => (index === at ? { ...one, offer: { ...one.offer, ...offer } } : one));
const without = <T>(all: readonly T[], at: number): T[] => all.filter((_, index) => index !== at);

describe('a search, for any catalogue and any lead', () => {
  it('adding an offer never changes which others are shown, nor their order', () => {
    fc.assert(
      fc.property(rows, row, lead, (all, one, person) => {
        const before = shown(withIds(all), person);
        const after = shown(withIds([...all, one]), person);
        expect(after.filter((id) => id !== `offer-${all.length}`)).to.deep.equal(before);
      }),
    );
  });

  it('the order of the lines in the catalogue does not matter', () => {
    fc.assert(
      fc.property(rows, lead, (all, person) => {
        const campaign = withIds(all);
        const turned = { ...campaign, offers: new Map([...campaign.offers].reverse()) };
        expect(shown(turned, person)).to.deep.equal(shown(campaign, person));
      }),
    );
  });

  it('removing a rule of an offer, failing or not, never removes an offer', () => {
    fc.assert(
      fc.property(rows, lead, fc.nat(), fc.nat(), (all, person, which, rule_) => {
        const at = which % all.length;
        const had = all[at]?.offer.eligibility ?? [];
        const eligibility = without(had, had.length === 0 ? 0 : rule_ % had.length);
        expect(shown(withIds(replaced(all, at, { eligibility })), person)).to.include.members(
          shown(withIds(all), person),
        );
      }),
    );
  });

  it('removing a rule of a program never removes an offer or one of its programs', () => {
    fc.assert(
      fc.property(rows, lead, fc.nat(), fc.nat(), (all, person, which, program) => {
        const at = which % all.length;
        const had = all[at]?.offer.programs ?? [];
        const programs = had.map((one, index) =>
          index === program % had.length ? { ...one, eligibility: one.eligibility.slice(1) } : one,
        );
        const programsOf = (campaign: Campaign) =>
          evaluated(campaign, person).results.flatMap(({ offer_id, terms }) => [
            offer_id,
            ...terms.programs.map(({ value }) => `${offer_id} ${value}`),
          ]);
        expect(programsOf(withIds(replaced(all, at, { programs })))).to.include.members(
          programsOf(withIds(all)),
        );
      }),
    );
  });

  it('extra keys of the lead change nothing', () => {
    const extra = { state: 'WI', address: { state: 'IL' }, background: { us_citizen: 'yes' }, age: '30' };
    fc.assert(
      fc.property(rows, lead, (all, person) => {
        const campaign = withIds(all);
        expect(shown(campaign, { ...person, extra })).to.deep.equal(shown(campaign, person));
      }),
    );
  });

  it('tells of every offer whether it was returned, and why not', () => {
    fc.assert(
      fc.property(rows, lead, (all, person) => {
        const { results, verdicts } = evaluated(withIds(all), person);
        const returned = verdicts.filter((verdict) => verdict.returned).map(({ offer_id }) => offer_id);
        expect(returned).to.have.members(results.map(({ offer_id }) => offer_id));
        expect(verdicts).to.have.length(all.length);
        for (const verdict of verdicts) expect(verdict.returned).to.equal(verdict.refusal === undefined);
      }),
    );
  });

  it('never shows the offer’s price, and pays no more than is configured', () => {
    fc.assert(
      fc.property(rows, lead, (all, person) => {
        const campaign = withIds(all);
        const { offers, ...envelope } = answerOf(evaluated(campaign, person));
        expect(JSON.stringify({ ...envelope, offers })).to.not.match(/987654321|9876543\.21|price/);
        for (const { offer, payout, programs } of offers) {
          const campaignOffer = campaign.offers.get(offer.id);
          const own = Object.values(campaignOffer?.program_payouts_cents ?? {});
          const configured = [campaignOffer?.payout_cents, ...own].map((amount) =>
            amount === undefined ? undefined : amount / 100,
          );
          for (const amount of [payout, ...programs.map((program) => program.payout)])
            expect(configured.includes(amount) || amount === undefined).to.equal(true);
          const best = Math.max(...programs.map((program) => program.payout ?? -1));
          if (programs.length > 0) expect(payout ?? -1).to.equal(best);
        }
      }),
    );
  });

  it('the best are first, and those without a payout last', () => {
    fc.assert(
      fc.property(rows, lead, (all, person) => {
        const payouts = answerOf(evaluated(withIds(all), person)).offers.map(({ payout }) => payout ?? -1);
        expect(payouts).to.deep.equal(payouts.toSorted((a, b) => b - a));
      }),
    );
  });
});
