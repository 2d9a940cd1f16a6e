import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { MAX_ATTEMPTS } from '../../src/app/submit/store-lead.js';
import { newPerson, PATHS, type Answered } from '../support/api.js';
import { testCap } from '../support/caps.js';
import { IDS, type CatalogueOverrides } from '../support/catalogue.js';
import { until } from '../support/until.js';
import { openWorld, type World } from '../support/world.js';
import { EDITS, exclusive, LAST, UNEDITED } from './offer-edits.js';

/** A complete post: what is sent again is this with one thing changed. */
const full = (lead: object = newPerson()): Record<string, unknown> => ({
  svc_offer_id: IDS.exclusive,
  lead,
  tracking: { ip_address: '203.0.113.7', utm_source: 'news' },
  tcpa_consent: true,
  consent_button_label: 'Send',
  program_id: 'bsn',
  campus_visit: 'yes',
});

/** The same post made complete, for the same person. */
const completed = (again: Record<string, unknown>): Record<string, unknown> => ({
  ...again,
  ...full({ ...newPerson(), personal: (again['lead'] as ReturnType<typeof newPerson>).personal }),
});

interface Earlier {
  readonly what: string;
  readonly code: string;
  readonly status?: string;
  readonly over?: object;
  readonly catalogue?: CatalogueOverrides;
  readonly buyer?: object | string;
}

const holidays = [-1, 0, 1].map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10));

/** Reached a buyer, or on the way to one. */
const KEPT: readonly Earlier[] = [
  { what: 'accepted', code: 'ACCEPTED' },
  { what: 'pending at the buyer', code: 'PENDING', buyer: { result: 'pending' } },
  { what: 'unknown', code: 'PENDING', buyer: 'nonsense' },
  {
    what: 'saved for the buyer’s hours',
    code: 'PENDING',
    status: 'saved',
    catalogue: { buyer: { holidays } },
  },
  { what: 'held as a test', code: 'TEST_LEAD_HELD', over: { svc_is_test_lead: true } },
  { what: 'rejected by the buyer', code: 'BUYER_REJECTED', buyer: { result: 'rejected' } },
  { what: 'the buyer’s duplicate', code: 'DUPLICATE', buyer: { result: 'duplicate' } },
];

/** Refused by the service, or never delivered. */
const JUDGED_AGAIN: readonly Earlier[] = [
  {
    what: 'not eligible',
    code: 'NOT_ELIGIBLE',
    over: { lead: { ...newPerson(), address: { state: 'CA' } } },
  },
  { what: 'invalid: consent', code: 'INVALID_FIELD', over: { tcpa_consent: false } },
  { what: 'invalid: program', code: 'INVALID_FIELD', over: { program_id: 'law' } },
  { what: 'invalid: answer', code: 'REQUIRED_FIELD_MISSING', over: { campus_visit: null } },
  { what: 'unavailable', code: 'OFFER_UNAVAILABLE', catalogue: exclusive({ status: 'paused' }) },
  {
    what: 'at a cap',
    code: 'CAP_REACHED',
    catalogue: exclusive({ caps: [testCap({ id: 'cap-again', window: 'total', limit: 0 })] }),
  },
  {
    what: 'never delivered',
    code: 'DELIVERY_FAILED',
    catalogue: exclusive({ delivery: { url: 'http://127.0.0.1:1/leads', window_ms: 0 } as never }),
  },
];

const OTHER: readonly (readonly [what: string, over: object])[] = [
  ['a lead field', { lead: { ...newPerson(), personal: { first_name: 'Bea' } } }],
  ['tracking', { tracking: { ip_address: '203.0.113.8' } }],
  ['the offer', { svc_offer_id: IDS.shared }],
  ['the program', { program_id: 'rn-to-msn' }],
  ['consent', { tcpa_consent: false }],
  ['the button’s label', { consent_button_label: 'Go' }],
  ['a certificate', { consent_cert_url: 'https://cert.example/3' }],
  ['an answer', { campus_visit: 'no' }],
];

describe('contract: submit, form B, with svc_lead_id', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  afterEach(() => {
    world.use();
    world.buyer.answers();
  });

  async function posted({ over, catalogue, buyer, code }: Earlier) {
    if (catalogue) world.use(catalogue);
    if (buyer !== undefined) world.buyer.answers(buyer);
    const sent: Record<string, unknown> = { ...full(), ...over };
    const first = await world.post(sent);
    expect(first.body.code, first.text).to.equal(code);
    world.use();
    world.buyer.answers();
    const again: Record<string, unknown> = { ...sent, svc_lead_id: first.body.svc_lead_id };
    return { first, again };
  }
  const expectSubmitted = ({ status, body }: Answered): void => {
    expect([status, body.code, body.reason, body.field]).to.deep.equal([
      403,
      'FORBIDDEN',
      'Lead already submitted',
      'svc_lead_id',
    ]);
  };

  for (const earlier of KEPT)
    it(`${earlier.what}: the same data → the recorded answer; other data → 403`, async () => {
      const { first, again } = await posted(earlier);
      const same = await world.post(again);
      const { request_id: _, ...recorded } = first.body;
      expect(same.status).to.equal(200);
      expect(same.body).to.deep.include(recorded);
      if (earlier.status !== undefined) expect(same.body.status).to.equal(earlier.status);
      expectSubmitted(await world.post({ ...again, campus_visit: 'no' }));
      expect(world.sent(first)).to.be.at.most(1);
      expect(await world.lead(first)).to.include({ submission: 1 });
    });

  it('on its way: the same data waits for the same decision; other data → 403', async () => {
    const release = world.buyer.hold();
    try {
      const sent = full();
      const first = world.post(sent);
      const leads = world.api.connection.collection<{ _id: string; lead: object }>('leads');
      await until(async () => (await leads.countDocuments({ state: 'sending' })) === 1, 'sent');
      const stored = await leads.findOne({ state: 'sending' });
      const again = { ...sent, svc_lead_id: stored?._id };
      expectSubmitted(await world.post({ ...again, campus_visit: 'no' }));
      const second = world.post(again);
      release();
      const answers = await Promise.all([first, second]);
      expect(answers.map(({ body }) => [body.code, body.svc_lead_id])).to.deep.equal([
        ['ACCEPTED', stored?._id],
        ['ACCEPTED', stored?._id],
      ]);
      expect(world.sent(answers[0])).to.equal(1);
    } finally {
      release();
    }
  });

  for (const [what, over] of OTHER)
    it(`other data: ${what} → 403`, async () => {
      const { again } = await posted({ what: '', code: 'ACCEPTED' });
      expectSubmitted(await world.post({ ...again, ...over }));
    });

  for (const [what, to, over = {}] of EDITS)
    it(`the operator changes the offer, ${what}: the same data → the recorded answer; other data → 403`, async () => {
      const { first, again } = await posted({ what, code: 'ACCEPTED', over, catalogue: UNEDITED });
      world.use(to);
      const same = await world.post(again);
      expect([same.status, same.body.code, same.body.svc_lead_id]).to.deep.equal([
        200,
        'ACCEPTED',
        first.body.svc_lead_id,
      ]);
      for (const [, other] of OTHER) expectSubmitted(await world.post({ ...again, ...other }));
      expectSubmitted(await world.post({ ...again, program_id: null }));
    });

  it('its person was removed, or the key of its data is missing: other terms → 403', async () => {
    const over = { fallbacks: [LAST] };
    const { first, again } = await posted({ what: '', code: 'ACCEPTED', over, catalogue: UNEDITED });
    const id = first.body.svc_lead_id;
    world.use(EDITS.at(-1)![1]);
    const leads = world.api.connection.collection<{ _id: string; sealed: string; fallbacks: object[] }>(
      'leads',
    );
    const { sealed } = (await leads.findOne({ _id: id }))!;
    await leads.updateOne({ _id: id }, { $set: { sealed: sealed.replace(/^[^.]+/, 'gone') } });
    expectSubmitted(await world.post(again));
    const fallbacks = [{ lead_id: randomUUID(), offer_id: IDS.trueExclusive }];
    await leads.updateOne(
      { _id: id },
      { $set: { fallbacks, forgotten: { at: new Date(), why: 'erasure' } }, $unset: { sealed: 1 } },
    );
    expectSubmitted(await world.post(again));
  });

  it('the same data however it is written: flat, blanks, case of ids, order, digits', async () => {
    const { again, first } = await posted({ what: '', code: 'ACCEPTED' });
    const { personal, address } = again['lead'] as ReturnType<typeof newPerson>;
    const { zip_code, ...others } = address;
    const rewritten = {
      campus_visit: ' yes ',
      ...again,
      svc_offer_id: IDS.exclusive.toUpperCase(),
      svc_lead_id: first.body.svc_lead_id.toUpperCase(),
      lead: { zip: zip_code, ...others, ...personal, gender: ' ', first_name: ` ${personal.first_name} ` },
      universal_lead_ref: null,
      svc_is_test_lead: null,
    };
    const { body } = await world.post(rewritten);
    expect([body.code, body.svc_lead_id]).to.deep.equal(['ACCEPTED', first.body.svc_lead_id]);
  });

  for (const earlier of JUDGED_AGAIN)
    it(`${earlier.what}: is evaluated again with the data sent, under the same id`, async () => {
      const { first, again } = await posted(earlier);
      const second = await world.post(completed(again));
      expect([second.status, second.body.code, second.body.svc_lead_id]).to.deep.equal([
        200,
        'ACCEPTED',
        first.body.svc_lead_id,
      ]);
      expect(second.body['payout']).to.equal(30);
      expect(await world.lead(second)).to.include({ submission: 2, state: 'accepted', program_id: 'bsn' });
      expectSubmitted(await world.post({ ...again, ...full() }));
    });

  it("the service's own duplicate is evaluated again, and stays one", async () => {
    const lead = newPerson();
    expect((await world.post(full(lead))).body.code).to.equal('ACCEPTED');
    const { first, again } = await posted({ what: '', code: 'DUPLICATE', over: { lead } });
    const second = await world.post(again);
    expect([second.body.code, second.body.svc_lead_id]).to.deep.equal(['DUPLICATE', first.body.svc_lead_id]);
    expect(await world.lead(second)).to.include({ submission: 2 });
  });

  it('nothing of the refused submission is left: no program, no decision, what is sent now counts', async () => {
    const { again } = await posted({ what: '', code: 'INVALID_FIELD', over: { program_id: 'law' } });
    const { body } = await world.post({ ...again, program_id: null });
    expect([body.code, body['payout'], body.field]).to.deep.equal(['ACCEPTED', 30, undefined]);
  });

  it('unknown to the affiliate → 404: never used, a search’s id, another affiliate’s', async () => {
    const foreign = await posted({ what: '', code: 'ACCEPTED' });
    await world.api.changeLead(foreign.first.body.svc_lead_id, { affiliate_id: randomUUID() });
    const search = await world.result();
    for (const svc_lead_id of [randomUUID(), search.search, foreign.first.body.svc_lead_id]) {
      const { status, body } = await world.post({ ...full(), svc_lead_id });
      expect([status, body.code, body.field]).to.deep.equal([404, 'NOT_FOUND', 'svc_lead_id']);
    }
  });

  it('the lead of a submitted result is none that was posted directly → 403', async () => {
    const submitted = await world.submit(await world.result());
    expectSubmitted(await world.post({ ...full(), svc_lead_id: submitted.body.svc_lead_id }));
  });

  it('two repeats at once are evaluated once', async () => {
    const { again } = await posted({ what: '', code: 'INVALID_FIELD', over: { tcpa_consent: false } });
    const ready = completed(again);
    const answers = await Promise.all([world.post(ready), world.post(ready)]);
    expect(answers.map(({ body }) => body.code)).to.deep.equal(['ACCEPTED', 'ACCEPTED']);
    expect(world.sent(answers[0])).to.equal(1);
    expect(await world.lead(answers[0])).to.include({ submission: 2 });
  });

  it(`is not evaluated again with ${MAX_ATTEMPTS} attempts: 429, and without its id it is another lead`, async () => {
    const { first, again } = await posted(JUDGED_AGAIN.at(-1)!);
    const [attempt] = (await world.lead(first)).attempts;
    const attempts = Array.from({ length: MAX_ATTEMPTS }, (_, i) => ({ ...attempt!, number: i + 1 }));
    await world.api.changeLead(first.body.svc_lead_id, { attempts });
    const { status, body } = await world.post(again);
    expect([status, body.code, body['retry_after_seconds']]).to.deep.equal([429, 'RATE_LIMITED', 86_400]);
    expect(await world.lead(first)).to.include({ submission: 1, state: 'failed' });
    expect((await world.post({ ...again, ...full(), svc_lead_id: null })).body.code).to.equal('ACCEPTED');
    await world.api.changeLead(first.body.svc_lead_id, { attempts: attempts.slice(1) });
    const right = await world.post(completed(again));
    expect([right.body.code, (await world.lead(first)).attempts.length]).to.deep.equal([
      'ACCEPTED',
      MAX_ATTEMPTS,
    ]);
  });

  it('can be read under that id', async () => {
    const { first } = await posted({ what: '', code: 'ACCEPTED' });
    const read = await world.api.get(`${PATHS.leads}/${first.body.svc_lead_id}`);
    expect(read.body).to.include({ code: 'ACCEPTED', payout: 30 });
  });
});
