import { expect } from 'chai';
import { newPerson, PATHS, searchBody, type Answered } from '../support/api.js';
import { IDS } from '../support/catalogue.js';
import { until } from '../support/until.js';
import { openWorld, type World } from '../support/world.js';

type Personal = Partial<ReturnType<typeof newPerson>['personal']>;
const NAMES = { first_name: 'Ann', last_name: 'Lee' };
const leadOf = (personal: Personal, over: object = {}) => ({
  ...{ personal: { ...NAMES, ...personal }, address: { state: 'WI', zip_code: '53703' } },
  ...over,
});

/** What the id has, what is sent under it, and whether that is the same person. `a`, `b`: of two persons. */
const TABLE: readonly (readonly [has: string, sent: string, isSame: boolean])[] = [
  ['a@ a#', 'a@ a#', true],
  ['a@ a#', 'a@', true],
  ['a@ a#', 'a#', true],
  ['a@', 'a@ a#', true],
  ['a#', 'a@ a#', true],
  ['', 'a@ a#', true],
  ['', '', true],
  ['a@ a#', 'b@ b#', false],
  ['a@ a#', 'b@ a#', false],
  ['a@ a#', 'a@ b#', false],
  ['a@ a#', 'b@', false],
  ['a@ a#', 'b#', false],
  ['a@ a#', '', false],
  ['a@', 'a#', false],
  ['a#', 'a@', false],
  ['a@', 'b@ a#', false],
  ['a@', '', false],
];

interface Operation {
  readonly what: string;
  /** A call with this lead, which the service does not take, or a search; and one under its id. */
  readonly first: (lead: object) => Promise<Answered>;
  readonly again: (id: string, lead: object, over?: object) => Promise<Answered>;
  readonly stored: 'leads' | 'searches';
  /** How an id is refused that has no person, or that nobody knows. */
  readonly unknown: readonly [http: number, code: string];
}

describe('contract: an id keeps its person', () => {
  let world: World;
  before(async () => {
    world = await openWorld({}, { lines: { [IDS.partner]: null } });
  });
  after(() => world.close());
  afterEach(() => {
    world.buyer.answers();
  });

  const operations: readonly Operation[] = [
    {
      what: 'form B',
      first: (lead) => world.post({ lead, tcpa_consent: false }),
      again: (svc_lead_id, lead, over) => world.post({ svc_lead_id, lead, tcpa_consent: false, ...over }),
      stored: 'leads',
      unknown: [404, 'NOT_FOUND'],
    },
    {
      what: 'search',
      first: (lead) => world.search({ lead }),
      again: (svc_lead_id, lead, over) => world.search({ svc_lead_id, lead, ...over }),
      stored: 'searches',
      unknown: [403, 'FORBIDDEN'],
    },
  ];
  const rowOf = (stored: string, _id: string) =>
    world.api.connection
      .collection<{ _id: string; submission?: number; run?: number }>(stored)
      .findOne({ _id });
  const expectOther = ({ status, body, text }: Answered): void => {
    const { code, reason, message, field } = body;
    expect({ http: status, code, reason, message, field }, text).to.deep.equal({
      ...{ http: 403, code: 'FORBIDDEN', reason: 'This id belongs to a different person' },
      ...{ message: 'Send this person without svc_lead_id.', field: 'svc_lead_id' },
    });
  };

  for (const { what, first, again, stored, unknown } of operations)
    describe(what, () => {
      for (const [has, sent, isSame] of TABLE)
        it(`has "${has}", is sent "${sent}": ${isSame ? 'runs again' : '403'}`, async () => {
          const persons = { a: newPerson().personal, b: newPerson().personal };
          const personal = (marks: string): Personal =>
            Object.fromEntries(
              marks.split(' ').flatMap(([who, mark]) => {
                const { email, phone } = persons[who as 'a' | 'b'] ?? {};
                return who === undefined ? [] : [mark === '@' ? ['email', email] : ['phone', phone]];
              }),
            );
          const { svc_lead_id } = (await first(leadOf(personal(has)))).body;
          const was = await rowOf(stored, svc_lead_id);
          const answer = await again(svc_lead_id, leadOf(personal(sent), { note: 'sent later' }));
          const is = await rowOf(stored, svc_lead_id);
          if (isSame) {
            expect([answer.status, answer.body.svc_lead_id, is?.submission ?? is?.run]).to.deep.equal([
              200,
              svc_lead_id,
              2,
            ]);
            return;
          }
          expectOther(answer);
          expect(is).to.deep.equal(was);
          for (const value of Object.values(personal(`${has} ${sent}`)))
            expect(answer.text).to.not.include(value);
        });

      it('what it knows only grows, also of what newer data leave out', async () => {
        const [{ email, phone }, other] = [newPerson().personal, newPerson().personal];
        const { svc_lead_id } = (await first(leadOf({ email, phone }))).body;
        for (const one of [{ email }, { phone }, { email: ` ${email.toUpperCase()} ` }])
          expect((await again(svc_lead_id, leadOf(one))).status).to.equal(200);
        expectOther(await again(svc_lead_id, leadOf({ email, phone: other.phone })));
        expectOther(await again(svc_lead_id, leadOf({ email: other.email, phone })));
        expect((await again(svc_lead_id, leadOf({ email, phone }))).status).to.equal(200);
      });

      it('two persons at the same moment: one has it', async () => {
        const { svc_lead_id } = (await first(leadOf({}))).body;
        const persons = [newPerson(), newPerson(), newPerson()];
        const answers = await Promise.all(persons.map((lead) => again(svc_lead_id, lead)));
        expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 403, 403]);
        const record = await world.api.platform[stored].read(svc_lead_id);
        const winner = persons[answers.findIndex(({ status }) => status === 200)];
        expect(record?.lead['personal']).to.deep.equal(winner?.personal);
        expect(record?.all_identities?.map(({ kind }) => kind).sort()).to.deep.equal(['email', 'phone']);
      });

      for (const [how, over] of [
        ['an erasure', { forgotten: { at: new Date(), why: 'erasure' } }],
        ['the retention', { forgotten: { at: new Date(), why: 'retention' } }],
        ...(stored === 'leads'
          ? [
              [
                'an erasure that has only marked it',
                { forget: { at: new Date(), no_evidence: false } },
              ] as const,
            ]
          : []),
      ] as const)
        it(`its person was removed by ${how}: as an id that nobody knows`, async () => {
          const lead = newPerson();
          const { svc_lead_id } = (await first(lead)).body;
          await world.api.connection
            .collection<{ _id: string }>(stored)
            .updateOne({ _id: svc_lead_id }, { $set: over });
          const was = await rowOf(stored, svc_lead_id);
          for (const sent of [lead, newPerson()]) {
            const { status, body } = await again(svc_lead_id, sent, { tcpa_consent: true });
            expect([status, body.code, body.field]).to.deep.equal([...unknown, 'svc_lead_id']);
          }
          expect(await rowOf(stored, svc_lead_id)).to.deep.equal(was);
        });

      it('under another id of the person is another record', async () => {
        const lead = newPerson();
        const [one, other] = [(await first(lead)).body.svc_lead_id, (await first(lead)).body.svc_lead_id];
        expect(one).to.not.equal(other);
        for (const id of [one, other]) expect((await again(id, lead)).status).to.equal(200);
      });

      it('a test key: another person 403; a live id 404', async () => {
        const key = await world.api.issueKey({ is_test: true });
        const path = stored === 'leads' ? PATHS.leads : PATHS.search;
        const body = (over: object): Record<string, unknown> => ({
          ...searchBody(over),
          ...(stored === 'leads' && { svc_offer_id: IDS.shared, tcpa_consent: false }),
        });
        const lead = newPerson();
        const { svc_lead_id } = (await world.api.post(path, body({ lead }), { key })).body;
        expectOther(await world.api.post(path, body({ svc_lead_id }), { key }));
        const live = (await first(lead)).body.svc_lead_id;
        for (const sent of [lead, newPerson()]) {
          const answer = await world.api.post(path, body({ svc_lead_id: live, lead: sent }), { key });
          expect([answer.status, answer.body.field]).to.deep.equal([404, 'svc_lead_id']);
        }
        await world.api.connection
          .collection<{ _id: string }>(stored)
          .updateOne({ _id: svc_lead_id }, { $set: { forgotten: { at: new Date(), why: 'erasure' } } });
        expect((await world.api.post(path, body({ svc_lead_id, lead }), { key })).status).to.equal(404);
      });
    });

  it('while the first is at work: Lead already submitted', async () => {
    const release = world.buyer.hold();
    try {
      const first = world.post();
      const leads = world.api.connection.collection<{ _id: string }>('leads');
      await until(async () => (await leads.countDocuments({ state: 'sending' })) === 1, 'sent');
      const stored = await leads.findOne({ state: 'sending' });
      const { status, body } = await world.post({ svc_lead_id: stored?._id });
      expect([status, body.reason]).to.deep.equal([403, 'Lead already submitted']);
      release();
      expect((await first).body.code).to.equal('ACCEPTED');
    } finally {
      release();
    }
  });

  it('after a sale: Lead already submitted, before the person is compared', async () => {
    const search = await world.search();
    expect((await world.submit(world.found(search, IDS.shared))).body.code).to.equal('ACCEPTED');
    const again = await world.search({ svc_lead_id: search.body.svc_lead_id });
    expect([again.status, again.body.reason]).to.deep.equal([403, 'Lead already submitted']);
  });

  it('an Idempotency-Key of a refused call is not bound; one of a call that was taken repeats it', async () => {
    const lead = newPerson();
    const { svc_lead_id } = (await world.post({ lead, tcpa_consent: false })).body;
    const headers = { 'Idempotency-Key': 'of-another-person' };
    expectOther(await world.post({ svc_lead_id }, { headers }));
    expect(await world.api.connection.collection('idempotency_keys').countDocuments()).to.equal(0);
    const body = { svc_lead_id, lead, tcpa_consent: false };
    const taken = await world.post(body, { headers });
    expect([taken.body.code, (await world.lead(taken)).submission]).to.deep.equal(['INVALID_FIELD', 2]);
    await world.api.changeLead(svc_lead_id, { forgotten: { at: new Date(), why: 'erasure' } });
    expect((await world.post(body, { headers })).body).to.include({ svc_lead_id, code: 'INVALID_FIELD' });
  });

  it('a corrected address is a new lead, and no duplicate of a refused one', async () => {
    const lead = newPerson();
    const { svc_lead_id } = (await world.post({ lead, tcpa_consent: false })).body;
    const corrected = leadOf({ ...lead.personal, email: newPerson().personal.email });
    expectOther(await world.post({ svc_lead_id, lead: corrected }));
    expect((await world.post({ lead: corrected })).body.code).to.equal('ACCEPTED');
  });

  it('form A may replace every field of its search', async () => {
    const search = await world.search();
    const lead = newPerson();
    const { body } = await world.submit(world.found(search, IDS.shared), { lead });
    expect(body.code).to.equal('ACCEPTED');
    const stored = await world.api.platform.leads.read(body.svc_lead_id);
    expect(stored?.lead['personal']).to.deep.include({ email: lead.personal.email });
  });

  it('is compared without the data key of the record', async () => {
    const lead = newPerson();
    const posted = (await world.post({ lead, tcpa_consent: false })).body.svc_lead_id;
    const searched = (await world.search({ lead })).body.svc_lead_id;
    for (const [name, _id] of [
      ['leads', posted],
      ['searches', searched],
    ] as const) {
      const rows = world.api.connection.collection<{ _id: string; sealed: string }>(name);
      const { sealed = '' } = (await rows.findOne({ _id })) ?? {};
      await rows.updateOne({ _id }, { $set: { sealed: sealed.replace(/^[^.]+/, 'gone') } });
    }
    expectOther(await world.post({ svc_lead_id: posted }));
    expectOther(await world.search({ svc_lead_id: searched }));
    expect((await world.search({ svc_lead_id: searched, lead })).status).to.equal(200);
  });
});
