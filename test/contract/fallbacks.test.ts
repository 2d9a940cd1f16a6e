import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { newPerson, type Answered } from '../support/api.js';
import { testCap } from '../support/caps.js';
import {
  IDS,
  testAffiliate,
  testCampaign,
  testOffer,
  type CatalogueOverrides,
} from '../support/catalogue.js';
import { openWorld, type World } from '../support/world.js';

const FOREIGN = { affiliate: randomUUID(), campaign: randomUUID(), offer: randomUUID() };
const southwind = testAffiliate({ id: FOREIGN.affiliate, handle: 'southwind' });
const EXCLUSIVE = {
  svc_offer_id: IDS.exclusive,
  tcpa_consent: true,
  consent_button_label: 'And Nursing',
  program_id: 'bsn',
  answers: { campus_visit: 'yes' },
};
const LAST = { svc_offer_id: IDS.trueExclusive, tcpa_consent: true };
const BOTH = { fallbacks: [EXCLUSIVE, LAST] };

const allowing = (over: CatalogueOverrides = {}): CatalogueOverrides => ({
  moreOffers: [testOffer({ id: FOREIGN.offer, handle: 'foreign' })],
  moreAffiliates: [southwind],
  moreCampaigns: [testCampaign({ id: FOREIGN.campaign, handle: 'southwind-edu', affiliate: southwind })],
  campaign: { allow_fallbacks: true },
  ...over,
  lines: { [FOREIGN.offer]: null, ...over.lines },
});
const full = { caps: [testCap({ id: 'cap-fallback', window: 'total', limit: 0 })] };
const paused = { status: 'paused' } as const;
const texan = {
  eligibility: [{ field: 'address.state', when_missing: 'fail', test: { in: ['TX'] } }],
} as const;

/** Direct posts that name offers to fall back to (docs/contract/submit.md#fallbacks). */
describe('contract: fallbacks of direct posts', () => {
  let world: World;
  before(async () => {
    world = await openWorld({}, allowing());
  });
  after(() => world.close());
  afterEach(() => {
    world.use(allowing());
    world.buyer.answers();
  });

  const brief = ({ status, body }: Answered) => [status, body.code, body.field];
  const post = (over: object = BOTH, key?: string): Promise<Answered> =>
    world.post(
      { lead: newPerson(), ...over },
      key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
    );
  const read = (id: string) => world.api.get(`/api/v1/engine/leads/${id}`);

  describe('errors', () => {
    const one = (over: object) => ({ fallbacks: [LAST, { ...EXCLUSIVE, ...over }] });
    const ROWS: readonly (readonly [what: string, over: object, ...answer: unknown[]])[] = [
      ['no list', { fallbacks: 'x' }, 400, 'INVALID_FIELD', 'fallbacks'],
      ['six', { fallbacks: Array.from({ length: 6 }, () => LAST) }, 400, 'INVALID_FIELD', 'fallbacks'],
      ['no object', { fallbacks: [7] }, 400, 'INVALID_FIELD', 'fallbacks[0]'],
      ['no object, after null', { fallbacks: [null, 7] }, 400, 'INVALID_FIELD', 'fallbacks[0]'],
      ['a forbidden key', one({ $set: 1 }), 400, 'INVALID_FIELD', 'fallbacks[1]'],
      ['NUL in an answer', one({ answers: { a: 'x\0' } }), 400, 'INVALID_FIELD', 'fallbacks[1].answers.a'],
      [
        'no offer',
        one({ svc_offer_id: undefined }),
        400,
        'REQUIRED_FIELD_MISSING',
        'fallbacks[1].svc_offer_id',
      ],
      ['no UUID', one({ svc_offer_id: 'x' }), 400, 'INVALID_FIELD', 'fallbacks[1].svc_offer_id'],
      [
        'no consent',
        one({ tcpa_consent: undefined }),
        400,
        'REQUIRED_FIELD_MISSING',
        'fallbacks[1].tcpa_consent',
      ],
      ['consent refused', one({ tcpa_consent: false }), 400, 'INVALID_FIELD', 'fallbacks[1].tcpa_consent'],
      ['consent as text', one({ tcpa_consent: 'true' }), 400, 'INVALID_FIELD', 'fallbacks[1].tcpa_consent'],
      ['a program that is no text', one({ program_id: 5 }), 400, 'INVALID_FIELD', 'fallbacks[1].program_id'],
      ['answers that are no object', one({ answers: 'x' }), 400, 'INVALID_FIELD', 'fallbacks[1].answers'],
      [
        'the offer itself',
        one({ svc_offer_id: IDS.shared }),
        400,
        'INVALID_FIELD',
        'fallbacks[1].svc_offer_id',
      ],
      [
        'an offer twice',
        one({ svc_offer_id: IDS.trueExclusive }),
        400,
        'INVALID_FIELD',
        'fallbacks[1].svc_offer_id',
      ],
      ['unknown', one({ svc_offer_id: randomUUID() }), 404, 'NOT_FOUND', 'fallbacks[1].svc_offer_id'],
      [
        "another affiliate's",
        one({ svc_offer_id: FOREIGN.offer }),
        404,
        'NOT_FOUND',
        'fallbacks[1].svc_offer_id',
      ],
      ["a partner's", one({ svc_offer_id: IDS.partner }), 403, 'FORBIDDEN', 'fallbacks[1].svc_offer_id'],
    ];
    for (const [what, over, ...answer] of ROWS)
      it(`${what}: ${answer.join(' ')}, and nothing is stored`, async () => {
        const count = await world.count();
        expect(brief(await post(over))).to.deep.equal(answer);
        expect(await world.count()).to.equal(count);
      });

    it('a campaign that does not allow them: 403 fallbacks', async () => {
      world.use(allowing({ campaign: {} }));
      expect(brief(await post())).to.deep.equal([403, 'FORBIDDEN', 'fallbacks']);
      expect((await post({ fallbacks: [] })).body.code).to.equal('ACCEPTED');
    });

    it('a result: left out', async () => {
      const answer = await world.submit(await world.result(), BOTH);
      expect(brief(answer)).to.deep.equal([400, 'INVALID_FIELD', 'fallbacks']);
    });
  });

  it('the offer itself takes it: nothing else is tried', async () => {
    const { body } = await post();
    expect(body).to.include({ code: 'ACCEPTED', payout: 20, svc_offer_id: IDS.shared });
    expect(body).not.to.have.any.keys('tried', 'fell_back_to');
  });

  it('a full cap: the next is sold, as a lead of its own with the consent of its own', async () => {
    world.use(allowing({ offers: { [IDS.shared]: full } }));
    const answer = await post({ ...BOTH, external_id: 'mine-1', tcpa_consent: true });
    const { body } = answer;
    expect(body).to.include({ code: 'ACCEPTED', payout: 30, svc_offer_id: IDS.exclusive });
    expect(body).to.include({ external_id: 'mine-1' });
    const [first] = body['tried'] as { svc_lead_id: string }[];
    expect(body['tried']).to.deep.equal([
      { svc_lead_id: first?.svc_lead_id, svc_offer_id: IDS.shared, code: 'CAP_REACHED' },
    ]);
    const lead = await world.lead(answer);
    expect(lead.consent).to.include({ decision: true, button_label: 'And Nursing' });
    expect(lead).to.deep.include({ program_id: 'bsn', answers: { campus_visit: 'yes' } });
    expect(world.sent(answer)).to.equal(1);
    const { body: before } = await read(String(first?.svc_lead_id));
    expect(before).to.include({ code: 'CAP_REACHED', svc_offer_id: IDS.shared });
    expect(before['message']).to.include('read the lead that fell_back_to names');
    expect(before['fell_back_to']).to.deep.equal({
      svc_lead_id: body.svc_lead_id,
      svc_offer_id: IDS.exclusive,
    });
  });

  it('paused, then not eligible: the third is sold', async () => {
    world.use(allowing({ offers: { [IDS.shared]: paused, [IDS.exclusive]: texan } }));
    const { body } = await post();
    expect(body).to.include({ code: 'ACCEPTED', svc_offer_id: IDS.trueExclusive });
    const tried = body['tried'] as { code: string }[];
    expect(tried.map(({ code }) => code)).to.deep.equal(['OFFER_UNAVAILABLE', 'NOT_ELIGIBLE']);
  });

  it('none can take it: the answer is that of the last', async () => {
    world.use(
      allowing({ offers: { [IDS.shared]: paused, [IDS.exclusive]: texan, [IDS.trueExclusive]: full } }),
    );
    const { body } = await post();
    expect(body).to.include({ code: 'CAP_REACHED', svc_offer_id: IDS.trueExclusive, accepted: false });
    expect(body['tried']).to.have.length(2);
  });

  for (const [what, reply] of [
    ['rejects', { result: 'rejected' }],
    ['has', { result: 'duplicate' }],
    ['puts off', { result: 'pending' }],
  ] as const)
    it(`the buyer ${what} it: nothing else is tried`, async () => {
      world.buyer.answers(reply);
      const { body } = await post();
      expect(body['svc_offer_id']).to.equal(IDS.shared);
      expect(body).not.to.have.any.keys('tried', 'fell_back_to');
    });

  it('our own duplicate: nothing else is tried, for it may be the sale of a call that timed out', async () => {
    const lead = newPerson();
    await post({ lead });
    const { body } = await post({ ...BOTH, lead });
    expect(body).to.include({ code: 'DUPLICATE', svc_offer_id: IDS.shared });
  });

  it('closed hours: the lead is saved for its own offer', async () => {
    const never = { delivery_hours: [], holidays: [] };
    const day = new Date(Date.now() + 36 * 3_600_000).getUTCDay() || 7;
    world.use(
      allowing({
        buyer: { ...never, time_zone: 'UTC', delivery_hours: [{ days: [day], from: 600, to: 601 }] },
      }),
    );
    const { body } = await post();
    expect(body).to.include({ code: 'PENDING', status: 'saved', svc_offer_id: IDS.shared });
  });

  it('a fault in an entry that was tried names the entry', async () => {
    world.use(allowing({ offers: { [IDS.shared]: paused } }));
    const bad = (over: object) => post({ fallbacks: [{ ...EXCLUSIVE, ...over }, LAST] });
    expect(brief(await bad({ program_id: 'law' }))).to.deep.equal([
      200,
      'INVALID_FIELD',
      'fallbacks[0].program_id',
    ]);
    expect(brief(await bad({ answers: {} }))).to.deep.equal([
      200,
      'REQUIRED_FIELD_MISSING',
      'fallbacks[0].answers.campus_visit',
    ]);
  });

  it('a test lead falls back too, and is held by the first offer that would take it', async () => {
    world.use(allowing({ offers: { [IDS.shared]: full } }));
    const { body } = await post({ ...BOTH, svc_is_test_lead: true });
    expect(body).to.include({ code: 'TEST_LEAD_HELD', svc_offer_id: IDS.exclusive });
  });

  describe('Idempotency-Key', () => {
    it('covers the whole call: a repeat gets the same answer and delivers nothing', async () => {
      world.use(allowing({ offers: { [IDS.shared]: full } }));
      const [key, over] = [randomUUID(), { ...BOTH, lead: newPerson() }];
      const first = await post(over, key);
      const again = await post(over, key);
      const { request_id: _one, ...one } = first.body;
      const { request_id: _two, ...two } = again.body;
      expect(two).to.deep.equal(one);
      expect(one).to.include({ code: 'ACCEPTED', svc_offer_id: IDS.exclusive });
      expect(world.sent(first)).to.equal(1);
      const other = await post({ ...over, fallbacks: [LAST] }, key);
      expect(brief(other)).to.deep.equal([409, 'MALFORMED_REQUEST', 'Idempotency-Key']);
    });
  });

  describe('posting again under an id', () => {
    it('a lead that fell back stays: the same data gets the answer, other data 403', async () => {
      world.use(allowing({ offers: { [IDS.shared]: full } }));
      const over = { ...BOTH, lead: newPerson() };
      const { body } = await post(over);
      const [first] = body['tried'] as { svc_lead_id: string }[];
      world.use(allowing());
      const same = await post({ ...over, svc_lead_id: first?.svc_lead_id });
      expect(same.body).to.include({ code: 'ACCEPTED', svc_lead_id: body.svc_lead_id });
      const other = await post({ ...over, lead: newPerson(), svc_lead_id: first?.svc_lead_id });
      expect(brief(other)).to.deep.equal([403, 'FORBIDDEN', 'svc_lead_id']);
    });

    it('a last try that is submitted again does not answer for the first call', async () => {
      const refusing = { [IDS.shared]: paused, [IDS.exclusive]: texan, [IDS.trueExclusive]: full };
      world.use(allowing({ offers: refusing }));
      const [key, over] = [randomUUID(), { ...BOTH, lead: newPerson() }];
      const { body } = await post(over, key);
      const [, second] = body['tried'] as { svc_lead_id: string }[];
      world.use(allowing());
      const { svc_lead_id } = body;
      const sold = await post({ ...LAST, lead: over.lead, svc_lead_id });
      expect(sold.body).to.include({ code: 'ACCEPTED', svc_lead_id });
      const { body: repeated } = await post(over, key);
      expect(repeated).to.include({
        ...{ code: 'NOT_ELIGIBLE', svc_lead_id: second?.svc_lead_id, payout: 0, accepted: false },
      });
      expect(repeated['fell_back_to']).to.deep.equal({ svc_lead_id, svc_offer_id: IDS.trueExclusive });
    });

    it('a lead that was invalid falls back when it is corrected', async () => {
      const over = { ...BOTH, lead: newPerson() };
      const { body: invalid } = await post({ ...over, tcpa_consent: false });
      expect(invalid).to.include({ code: 'INVALID_FIELD', field: 'tcpa_consent' });
      world.use(allowing({ offers: { [IDS.shared]: full } }));
      const { body } = await post({ ...over, svc_lead_id: invalid.svc_lead_id });
      expect(body).to.include({ code: 'ACCEPTED', svc_offer_id: IDS.exclusive });
      expect(body['tried']).to.deep.equal([
        { svc_lead_id: invalid.svc_lead_id, svc_offer_id: IDS.shared, code: 'CAP_REACHED' },
      ]);
    });
  });
});
