import { expect } from 'chai';
import { withAllVerdicts } from '../../src/core/search/stored-verdicts.js';
import { newPerson, type Answered } from '../support/api.js';
import { entryOf, idOf, namesOf, startContract, type Contract } from '../support/contract.js';

const only = (field: string, ...values: string[]) => ({ eligibility: [{ field, in: values }] });
const RN = only('background.rn_license', 'rn');
const program = (value: string, over: object = {}) => ({ value, label: value, ...over });

/** Offers that differ in one rule each. */
const OFFERS: Readonly<Record<string, object>> = {
  everybody: {},
  wi: only('address.state', 'WI'),
  'not-wi': { eligibility: [{ field: 'address.state', not_in: ['WI'] }] },
  adults: { eligibility: [{ field: 'age', min: 18 }] },
  citizens: only('background.us_citizen', 'yes'),
  'citizens-or-unknown': {
    eligibility: [{ field: 'background.us_citizen', in: ['yes'], when_missing: 'pass' }],
  },
  near: { eligibility: [{ field: 'address.zip_code', within_miles: 20, of: '53703' }] },
  associates: { eligibility: [{ field: 'education.education_level', at_least: 'associates' }] },
  'veteran-or-rn': {
    eligibility: [
      { any: [{ field: 'background.military_affiliation', in: ['veteran'] }, ...RN.eligibility] },
    ],
  },
  'two-rules': { eligibility: [...RN.eligibility, { field: 'address.state', in: ['WI'] }] },
  'programs-for-rn': { programs: [program('msn', RN), program('dnp', RN)] },
  'needs-a-city': { required_fields: ['address.city'] },
  paused: { status: 'paused' },
  'of-a-paused-buyer': { buyer: 'resting' },
};

const ALWAYS = ['everybody', 'needs-a-city'];
/** A lead without any field but what the row says, and the offers beside those that everybody gets. */
const LEADS: readonly (readonly [what: string, lead: object, offers: readonly string[]])[] = [
  ['nothing known', {}, ['citizens-or-unknown']],
  ['Wisconsin', { state: 'WI' }, ['citizens-or-unknown', 'wi']],
  ['another state', { state: 'IL' }, ['citizens-or-unknown', 'not-wi']],
  ['an adult by age', { age: '18' }, ['adults', 'citizens-or-unknown']],
  ['a minor by age', { age: '17' }, ['citizens-or-unknown']],
  [
    'an adult by date of birth, whatever the age says',
    { dob: '1990-01-01', age: '17' },
    ['adults', 'citizens-or-unknown'],
  ],
  ['a citizen', { us_citizen: 'yes' }, ['citizens', 'citizens-or-unknown']],
  ['no citizen: when_missing does not help a wrong value', { us_citizen: 'no' }, []],
  ['a near ZIP', { zip: '53705' }, ['citizens-or-unknown', 'near']],
  ['a far ZIP', { zip: '90210' }, ['citizens-or-unknown']],
  ['a ZIP that is nowhere', { zip: '00000' }, ['citizens-or-unknown']],
  ['just enough education', { education_level: 'associates' }, ['associates', 'citizens-or-unknown']],
  ['too little education', { education_level: 'some_college' }, ['citizens-or-unknown']],
  ['one of two alternatives', { military_affiliation: 'veteran' }, ['citizens-or-unknown', 'veteran-or-rn']],
  [
    'the other one; programs too',
    { rn_license: 'rn' },
    ['citizens-or-unknown', 'programs-for-rn', 'veteran-or-rn'],
  ],
  [
    'both rules',
    { rn_license: 'rn', state: 'WI' },
    ['citizens-or-unknown', 'programs-for-rn', 'two-rules', 'veteran-or-rn', 'wi'],
  ],
];

/** Best first, whatever the order in the file. */
const RANKED = [
  { offer: 'best-program', payout: 1, payouts: { rich: 50 } },
  { offer: 'forty', payout: 40 },
  { offer: 'thirty-first', payout: 30, priority: 2 },
  { offer: 'thirty-second', payout: 30, priority: 1 },
  { offer: 'thirty-last', payout: 30, priority: -1 },
  { offer: 'not-its-best', payout: 29, payouts: { closed: 90 } },
  { offer: 'nothing', payout: 0, priority: 9 },
  { offer: 'none-first', priority: 100 },
  { offer: 'none-last', priority: 99 },
];

/** One cap of one lead in each place where a cap can be. */
const CAP = { caps: [{ window: 'total', limit: 1 }] };
const CAPPED: Readonly<
  Record<string, { readonly offer?: object; readonly campaign?: object; readonly line?: object }>
> = {
  offer: { offer: CAP },
  buyer: { offer: { buyer: 'capped' } },
  campaign: { campaign: CAP },
  'offer-in-campaign': { line: CAP },
};

describe('contract: search, which offers and in which order', function () {
  let world: Contract;
  before(async () => {
    const names = RANKED.map(({ offer }) => offer);
    world = await startContract(() => ({
      buyers: { resting: { status: 'paused' }, capped: CAP },
      offers: {
        ...OFFERS,
        ...Object.fromEntries(names.map((name) => [name, {}])),
        'best-program': { programs: [program('poor'), program('rich')] },
        'not-its-best': { programs: [program('open'), program('closed', RN)] },
        'tie-1': {},
        'tie-2': {},
        'tie-3': {},
        ...Object.fromEntries(
          Object.entries(CAPPED).map(([where, { offer }]) => [`capped-${where}`, offer ?? {}]),
        ),
        'capped-program': {
          programs: [program('a'), program('b')],
          caps: [{ window: 'total', limit: 1, program: 'a' }],
        },
        'capped-programs': {
          programs: [program('a'), program('b')],
          caps: ['a', 'b'].map((value) => ({ window: 'total', limit: 1, program: value })),
        },
      },
      campaigns: {
        rules: { offers: Object.keys(OFFERS).map((offer) => ({ offer })) },
        ranked: { offers: RANKED.toReversed() },
        ties: { offers: ['tie-1', 'tie-2', 'tie-3'].map((offer) => ({ offer, payout: 5 })) },
        ...Object.fromEntries(
          Object.entries(CAPPED).map(([where, { campaign, line }]) => [
            `capped-${where}`,
            { ...campaign, offers: [{ offer: `capped-${where}`, ...line }] },
          ]),
        ),
        'capped-program': { offers: [{ offer: 'capped-program' }, { offer: 'capped-programs' }] },
      },
    }));
  });
  after(() => world.close());

  const textOf = ({ text }: Answered): string => text.toLowerCase();

  for (const [what, lead, offers] of LEADS)
    it(`${what}: ${['…', ...offers].join(', ')}`, async () => {
      const answer = await world.search('rules', { lead });
      expect(namesOf(answer.body as never)).to.have.members([...ALWAYS, ...offers]);
    });

  it('why an offer was not returned is kept for the operator and is in no answer', async () => {
    const { body } = await world.search('rules', { lead: { state: 'IL', email: 'a@example.com' } });
    const answer = await world.results(body.svc_lead_id);
    const { searches, catalogue } = world.api.platform;
    const found = await searches.read(body.svc_lead_id);
    const stored = found && withAllVerdicts(found, catalogue.current().campaigns.get(found.campaign_id));
    const why = (handle: string) =>
      stored?.verdicts.find(({ offer_id }) => offer_id === idOf('offer', handle))?.refusal;
    expect(stored?.verdicts).to.have.length(Object.keys(OFFERS).length);
    expect(why('wi')).to.include({ code: 'NOT_ELIGIBLE', why: 'address.state' });
    expect(why('programs-for-rn')).to.include({ code: 'NOT_ELIGIBLE', why: 'background.rn_license' });
    expect(why('paused')).to.include({ code: 'OFFER_UNAVAILABLE', why: 'offer_paused' });
    expect(why('everybody')).to.equal(undefined);
    for (const word of ['verdict', 'eligib', 'refus', 'paused', 'rn_license', idOf('offer', 'wi')])
      expect(textOf(answer), word).to.not.contain(word);
  });

  it('ranking: best payout of a program that is open to the lead, then priority; none configured is last', async () => {
    expect(namesOf((await world.search('ranked')).body as never)).to.deep.equal(
      RANKED.map(({ offer }) => offer),
    );
  });

  it('ranking: equal payout and priority, by offer id', async () => {
    const { body } = await world.search('ties');
    const ids = body.offers.map(({ offer }) => (offer as { id: string }).id);
    expect(ids).to.have.length(3).and.to.deep.equal(ids.toSorted());
  });

  it('ranking: the program that the lead can’t take does not count, and is not shown', async () => {
    const entry = entryOf(await world.searched('ranked'), 'not-its-best');
    expect(entry).to.deep.include({ payout: 29, programs: [{ value: 'open', label: 'open', payout: 29 }] });
    const nurse = await world.searched('ranked', { lead: { rn_license: 'rn' } });
    expect(nurse.offers[0]).to.deep.include({ payout: 90 });
    expect(nurse.offers[0]?.programs).to.have.length(2);
  });

  for (const where of Object.keys(CAPPED))
    it(`${where} at its cap is not returned`, async () => {
      const campaign = `capped-${where}`;
      const found = await world.searched(campaign);
      expect(namesOf(found)).to.deep.equal([campaign]);
      const test = await world.submit(found, campaign, { svc_is_test_lead: true });
      expect(test.body.code).to.equal('TEST_LEAD_HELD');
      expect(namesOf(await world.searched(campaign)), 'a test lead took no place').to.deep.equal([campaign]);
      expect((await world.submit(found, campaign)).body.code).to.equal('ACCEPTED');
      for (const over of [{}, { svc_is_test_lead: true }])
        expect(namesOf(await world.searched(campaign, over))).to.deep.equal([]);
      expect((await world.submit(found, campaign, { lead: newPerson() })).body.code).to.equal('CAP_REACHED');
    });

  it('a program at its cap is left out, and the offer with it when none is left', async () => {
    const found = await world.searched('capped-program');
    for (const [offer, program_id] of [
      ['capped-program', 'a'],
      ['capped-programs', 'a'],
      ['capped-programs', 'b'],
    ] as const) {
      const { body } = await world.submit(found, offer, { program_id, lead: newPerson() });
      expect(body.code, body.reason).to.equal('ACCEPTED');
    }
    const after = await world.searched('capped-program');
    expect(namesOf(after)).to.deep.equal(['capped-program']);
    expect(after.offers[0]?.programs).to.deep.equal([{ value: 'b', label: 'b' }]);
  });

  it('an offer that has this person is not returned; others of the campaign are', async () => {
    const lead = newPerson();
    expect((await world.direct('ties', 'tie-2', { lead })).body.code).to.equal('ACCEPTED');
    for (const same of [lead, { email: lead.personal.email.toUpperCase() }, { phone: lead.personal.phone }])
      expect(namesOf(await world.searched('ties', { lead: same }))).to.have.members(['tie-1', 'tie-3']);
    expect(namesOf(await world.searched('ties'))).to.have.length(3);
  });
});
