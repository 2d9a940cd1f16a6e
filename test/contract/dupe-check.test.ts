import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { DuplicatePolicy, IdentityKind } from '../../src/core/catalogue/types.js';
import { identityForms } from '../../src/core/lead/identity.js';
import type { LeadData } from '../../src/core/lead/lead-data.js';
import { PATHS, startApi, type Answered, type TestApi } from '../support/api.js';
import { IDS, testCatalogue, testOffer } from '../support/catalogue.js';
import { ofLength } from '../support/bodies.js';

const DAY_MS = 86_400_000;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** One offer for each way to match: the holders below are claims of `ann` for it. */
const KINDS = ['email', 'phone', 'name_address', 'name_dob_zip'] as const;
const OFFERS: Readonly<Record<IdentityKind, string>> = {
  email: randomUUID(),
  phone: randomUUID(),
  name_address: randomUUID(),
  name_dob_zip: randomUUID(),
};
const [FOREIGN, SERVICE, ELSEWHERE, OLD] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const policy = (match: readonly IdentityKind[], over: Partial<DuplicatePolicy> = {}): DuplicatePolicy => ({
  match,
  window_days: 30,
  scope: 'offer',
  ...over,
});
const offer = (id: string, duplicates: DuplicatePolicy) => testOffer({ id, handle: id, duplicates });
const catalogue = testCatalogue({
  offers: {
    [IDS.exclusive]: { duplicates: policy(['email', 'phone'], { scope: 'buyer' }) },
    [IDS.trueExclusive]: { duplicates: policy(['email'], { window_days: 7 }) },
  },
  moreOffers: [
    ...KINDS.map((kind) => offer(OFFERS[kind], policy([kind]))),
    offer(SERVICE, policy(['email'], { scope: 'service' })),
    offer(FOREIGN, policy(['email'])),
    offer(OLD, policy(['email'])),
  ],
  lines: { [FOREIGN]: null },
});

const ANN: LeadData = {
  personal: {
    email: 'ann.lee@example.com',
    phone: '6085550142',
    first_name: 'Zoë',
    last_name: "O'Neill",
    date_of_birth: '1990-02-28',
  },
  address: { address_line_1: '1 Main St.', zip_code: '53703' },
};
const FORMS = {
  email: 'ann.lee@example.com',
  phone: '6085550142',
  first_name: 'zoe',
  last_name: 'oneill',
  dob: '1990-02-28',
  address: '1 main st',
  zip: '53703',
};
const hashes = (...parts: (keyof typeof FORMS)[]): object =>
  Object.fromEntries(parts.map((part) => [part, sha256(FORMS[part])]));

describe('contract: duplicate pre-check', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({}, catalogue);
    const now = Date.now();
    for (const kind of KINDS) await claim(OFFERS[kind], new Date(now));
    await claim(OLD, new Date(now - 30 * DAY_MS - 1_000));
  });
  after(() => api.close());
  afterEach(() => {
    api.setCatalogue(catalogue);
  });

  async function claim(id: string, at: Date, lead = ANN, buyer: string = IDS.buyer): Promise<void> {
    const identities = api.platform.identities.keysOf(identityForms(lead));
    const holder = { lead: randomUUID(), affiliate: randomUUID(), submission: 1, offer: id, buyer, at };
    // A window of no length is in nobody's way: it is only written down.
    const request = {
      identities,
      policy: policy([], { window_days: 0 }),
      owner: holder,
      now: new Date(),
      run: 2,
    };
    expect((await api.platform.claims.take(request)).won).to.equal(true);
  }
  const ask = (body: object): Promise<Answered> => api.post(PATHS.dupeCheck, body);
  const expectLikely = (answer: Answered, likely: boolean): void => {
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body).to.deep.include({
      ...{ code: 'OK', status: 'accepted', success: true, retryable: false, duplicate_likely: likely },
      reason: likely ? 'A duplicate is likely' : 'No duplicate known',
    });
    expect(Object.keys(answer.body)).to.have.members([
      ...['code', 'status', 'reason', 'message', 'success', 'retryable', 'request_id', 'duplicate_likely'],
    ]);
  };

  /** Raw and hashed, each by the offer that matches on it. */
  const FIELDS: readonly (readonly [kind: IdentityKind, body: object, likely: boolean])[] = [
    ['email', { email: 'ann.lee@example.com' }, true],
    ['email', { email: '  ANN.Lee@Example.COM ' }, true],
    ['email', { email: 'ann.lee+1@example.com' }, false],
    ['email', { hashed: hashes('email') }, true],
    ['email', { email: 'no e-mail', hashed: hashes('email') }, true],
    ['email', { email: 'other@example.com', hashed: hashes('email') }, false],
    ['email', { phone: '6085550142' }, false],
    ['phone', { phone: '6085550142' }, true],
    ['phone', { phone: '+1 (608) 555-0142' }, true],
    ['phone', { phone: '1.608.555.0142' }, true],
    ['phone', { phone: '6085550143' }, false],
    ['phone', { phone: '+44 608 555 0142', email: 'other@example.com' }, false],
    ['phone', { phone: '608555014.2', hashed: hashes('phone') }, true],
    ['phone', { hashed: hashes('phone') }, true],
    ['phone', { email: 'ann.lee@example.com' }, false],
    ['name_address', { first_name: 'Zoë', last_name: "O'Neill", address: '1 Main St.' }, true],
    ['name_address', { first_name: 'ZOE', last_name: 'oneill', address: ' 1  MAIN st ' }, true],
    ['name_address', { hashed: hashes('first_name', 'last_name', 'address') }, true],
    ['name_address', { first_name: 'zoe', hashed: hashes('last_name', 'address') }, true],
    ['name_address', { last_name: 'O’Neill', hashed: hashes('first_name', 'address') }, true],
    ['name_address', { first_name: 'Zoë', last_name: "O'Neill", address: '2 Main St.' }, false],
    ['name_address', { first_name: 'Zoë', last_name: "O'Neill" }, false],
    ['name_address', { first_name: "O'Neill", last_name: 'Zoë', address: '1 Main St.' }, false],
    ['name_dob_zip', { first_name: 'Zoë', last_name: "O'Neill", dob: '1990-02-28', zip: '53703' }, true],
    ['name_dob_zip', { first_name: 'Zoë', last_name: "O'Neill", dob: '02/28/1990', zip: '53703-1234' }, true],
    ['name_dob_zip', { hashed: hashes('first_name', 'last_name', 'dob', 'zip') }, true],
    ['name_dob_zip', { zip: '53703', dob: '02/28/1990', hashed: hashes('first_name', 'last_name') }, true],
    ['name_dob_zip', { first_name: 'zoe', last_name: 'oneill', hashed: hashes('dob', 'zip') }, true],
    ['name_dob_zip', { first_name: 'Zoë', last_name: "O'Neill", dob: '1990-02-27', zip: '53703' }, false],
    ['name_dob_zip', { first_name: 'Zoë', last_name: "O'Neill", dob: '28/02/1990', zip: '53703' }, false],
    ['name_dob_zip', { first_name: 'Zoë', last_name: "O'Neill", zip: '53703' }, false],
  ];
  for (const [kind, body, likely] of FIELDS)
    it(`${kind}: ${JSON.stringify(body).replaceAll(/[0-9a-f]{56}/g, '…')} → ${likely}`, async () => {
      expectLikely(await ask({ ...body, offer_id: OFFERS[kind] }), likely);
    });

  const LONE = ['first_name', 'last_name', 'address', 'zip', 'dob'] as const;
  for (const part of LONE)
    it(`a lone ${part} is usable and no identity → false, raw and hashed`, async () => {
      expectLikely(await ask({ [part]: FORMS[part] }), false);
      expectLikely(await ask({ hashed: hashes(part) }), false);
    });

  const { email, phone } = FORMS;
  const SCOPES: readonly (readonly [what: string, body: object, likely: boolean])[] = [
    ['without offer_id every offer of the active campaigns is asked about', { email }, true],
    ['without offer_id, a match on what some offer matches on', { phone }, true],
    ['the offer’s own scope: another offer holds it', { email, offer_id: IDS.shared }, false],
    ['the buyer’s scope: another offer of the buyer holds it', { email, offer_id: IDS.exclusive }, true],
    ['the service’s scope', { email, offer_id: SERVICE }, true],
    ['any one match is enough', { email: 'nobody@example.com', phone, offer_id: IDS.exclusive }, true],
    ['an offer out of whose window the claim is', { email, offer_id: OLD }, false],
    ['blank and null count as not sent', { email, phone: ' ', offer_id: null, hashed: null }, true],
    ['extra keys are looked over', { email, more: { keys: [1] }, phone_number: 5 }, true],
    ['a value of another type is looked over beside a usable one', { email, phone: 6_085_550_142 }, true],
    ['a hash that is none is looked over beside a usable one', { email, hashed: { phone: 'x' } }, true],
    ['nobody', { email: 'nobody@example.com' }, false],
  ];
  for (const [what, body, likely] of SCOPES)
    it(`${what} → ${likely}`, async () => {
      expectLikely(await ask(body), likely);
    });

  it('windows end to the day: 7 days for one offer, 30 for another', async () => {
    const bea = { personal: { email: 'bea@example.com' } };
    const asked = { email: 'bea@example.com' };
    await claim(IDS.trueExclusive, new Date(Date.now() - 7 * DAY_MS + 60_000), bea);
    expectLikely(await ask({ ...asked, offer_id: IDS.trueExclusive }), true);
    const kim = { personal: { email: 'kim@example.com' } };
    await claim(IDS.trueExclusive, new Date(Date.now() - 7 * DAY_MS - 1_000), kim);
    expectLikely(await ask({ email: 'kim@example.com', offer_id: IDS.trueExclusive }), false);
    await claim(IDS.shared, new Date(Date.now() - 30 * DAY_MS + 60_000), kim);
    expectLikely(await ask({ email: 'kim@example.com', offer_id: IDS.shared }), true);
  });

  it("the buyer's scope ends at the buyer, the service's nowhere", async () => {
    const joe = { personal: { email: 'joe@example.com' } };
    await claim(ELSEWHERE, new Date(), joe, randomUUID());
    expectLikely(await ask({ email: 'joe@example.com', offer_id: IDS.exclusive }), false);
    expectLikely(await ask({ email: 'joe@example.com', offer_id: SERVICE }), true);
  });

  const HEX = sha256(FORMS.email);
  const FAULTS: readonly (readonly [
    what: string,
    body: object,
    http: number,
    code: string,
    field?: string,
  ])[] = [
    ['nothing', {}, 400, 'MALFORMED_REQUEST'],
    ['nothing but an offer', { offer_id: IDS.shared }, 400, 'MALFORMED_REQUEST'],
    ['nothing but extra keys', { name: 'Ann', lead: { email } }, 400, 'MALFORMED_REQUEST'],
    ['blank and null', { email: ' ', phone: null }, 400, 'MALFORMED_REQUEST'],
    ['an e-mail that is none', { email: 'ann' }, 400, 'MALFORMED_REQUEST'],
    ['a phone of nine digits', { phone: '608555014' }, 400, 'MALFORMED_REQUEST'],
    ['a phone as a spreadsheet writes it', { phone: '6085550142.0' }, 400, 'MALFORMED_REQUEST'],
    ['a phone of another country', { phone: '+44 20 7946 0958' }, 400, 'MALFORMED_REQUEST'],
    ['a phone with an extension', { phone: '608-555-0142 x55' }, 400, 'MALFORMED_REQUEST'],
    ['two phones', { phone: '6085550142, 6085550143' }, 400, 'MALFORMED_REQUEST'],
    ['a ZIP as a spreadsheet writes it', { zip: '2134.0' }, 400, 'MALFORMED_REQUEST'],
    ['a ZIP of four digits', { zip: '5370' }, 400, 'MALFORMED_REQUEST'],
    ['a name without letters', { first_name: '-.-' }, 400, 'MALFORMED_REQUEST'],
    ['days that do not exist', { dob: '1990-02-30' }, 400, 'MALFORMED_REQUEST'],
    ['a day written otherwise', { dob: '2/28/1990' }, 400, 'MALFORMED_REQUEST'],
    [
      'other types',
      { email: 5, phone: 6_085_550_142, zip: ['53703'], address: {} },
      400,
      'MALFORMED_REQUEST',
    ],
    ['hashed in capitals', { hashed: { email: HEX.toUpperCase() } }, 400, 'MALFORMED_REQUEST'],
    ['hashed, 63 digits', { hashed: { email: HEX.slice(1) } }, 400, 'MALFORMED_REQUEST'],
    ['hashed, 65 digits', { hashed: { email: `${HEX}0` } }, 400, 'MALFORMED_REQUEST'],
    ['hashed, no hex', { hashed: { email: HEX.replace(/./, 'g') } }, 400, 'MALFORMED_REQUEST'],
    ['hashed under names that there are not', { hashed: { mail: HEX } }, 400, 'MALFORMED_REQUEST'],
    ['hashed of other types', { hashed: { email: 5, phone: [HEX] } }, 400, 'MALFORMED_REQUEST'],
    ['hashed as text', { hashed: HEX }, 400, 'MALFORMED_REQUEST'],
    ['hashed as a list', { hashed: [HEX] }, 400, 'MALFORMED_REQUEST'],
    ['offer_id no UUID', { email, offer_id: 'x' }, 400, 'INVALID_FIELD', 'offer_id'],
    ['offer_id of another type', { email, offer_id: 5 }, 400, 'INVALID_FIELD', 'offer_id'],
    ['offer_id no UUID, and nothing usable', { offer_id: 'x' }, 400, 'INVALID_FIELD', 'offer_id'],
    ['an unknown offer', { email, offer_id: randomUUID() }, 403, 'FORBIDDEN', 'offer_id'],
    ['an offer that is not the client’s', { email, offer_id: FOREIGN }, 403, 'FORBIDDEN', 'offer_id'],
    ['an offer that is not the client’s, nothing usable', { offer_id: FOREIGN }, 400, 'MALFORMED_REQUEST'],
  ];
  for (const [what, body, http, code, field] of FAULTS)
    it(`${what} → ${http} ${code} ${field ?? ''}`, async () => {
      const answer = await ask(body);
      expect([answer.status, answer.body.code, answer.body.field]).to.deep.equal([http, code, field]);
      expect(answer.body).to.include({ status: 'invalid', success: false, retryable: false });
      expect(answer.body).to.not.have.property('duplicate_likely');
    });

  it('an unknown offer and a foreign one are answered alike', async () => {
    const answers = await Promise.all([randomUUID(), FOREIGN].map((offer_id) => ask({ email, offer_id })));
    const [one, two] = answers.map(({ body: { request_id: _, ...rest } }) => rest);
    expect(one).to.deep.equal(two);
  });

  it('offers of an inactive campaign are asked about by name only, those of a retired one not at all', async () => {
    const change = (status: 'inactive' | 'retired') => {
      const campaign = catalogue.campaigns.get(IDS.campaign)!;
      api.setCatalogue({ ...catalogue, campaigns: new Map([[campaign.id, { ...campaign, status }]]) });
    };
    change('inactive');
    expectLikely(await ask({ email }), false);
    expectLikely(await ask({ email, offer_id: OFFERS.email.toUpperCase() }), true);
    change('retired');
    expectLikely(await ask({ email }), false);
    expect((await ask({ email, offer_id: OFFERS.email })).status).to.equal(403);
  });

  it('switched off for the affiliate → 404; a key without the operation → 403, before that', async () => {
    api.setCatalogue(testCatalogue({ affiliate: { dupe_check: false } }));
    const off = await ask({ email });
    expect([off.status, off.body.code]).to.deep.equal([404, 'NOT_FOUND']);
    const key = await api.issueKey({ operations: ['search', 'results', 'submit'] });
    expect((await api.post(PATHS.dupeCheck, { email }, { key })).status).to.equal(403);
    api.setCatalogue(catalogue);
    const refused = await api.post(PATHS.dupeCheck, { email }, { key });
    expect(refused.status).to.equal(403);
    expect(refused.body).to.include({ code: 'FORBIDDEN', reason: 'Not permitted' });
  });

  for (const method of ['get', 'put', 'delete', 'options'] as const)
    it(`${method.toUpperCase()} → 405 MALFORMED_REQUEST, Allow: POST`, async () => {
      const { status, body, headers } = await api.call(method, PATHS.dupeCheck);
      expect([status, body.code, headers['allow']]).to.deep.equal([405, 'MALFORMED_REQUEST', 'POST']);
      expect(body['message']).to.contain('POST');
    });

  it('413 to the byte: 16 KiB pass, one more does not', async () => {
    const body = { email: 'nobody@example.com', filler: '' };
    expect((await api.post(PATHS.dupeCheck, ofLength(16_384, body))).status).to.equal(200);
    const over = await api.post(PATHS.dupeCheck, ofLength(16_385, body));
    expect(over.status).to.equal(413);
    expect(over.body).to.include({ code: 'MALFORMED_REQUEST', status: 'invalid' });
  });

  it('a test key is told of no live lead (ADR 31)', async () => {
    const key = await api.issueKey({ is_test: true });
    expectLikely(await api.post(PATHS.dupeCheck, { email }, { key }), false);
  });

  it('asks MongoDB once a call, stores nothing but that calls were refused', async () => {
    const sizes = async (): Promise<unknown> => {
      const found = await api.connection.listCollections();
      const names = found.flatMap(({ name }) => (name === 'refused_calls' ? [] : [name])).sort();
      return Promise.all(names.map((name) => api.connection.collection(name).countDocuments()));
    };
    const before = await sizes();
    const asked: string[] = [];
    const client = api.platform.connection.getClient();
    const note = ({ command, commandName }: { command: { find?: unknown }; commandName: string }): void => {
      const on = typeof command.find === 'string' ? command.find : commandName;
      // What the process looks up beside the calls, for its caches.
      if (!/^(api_keys|catalogue|identity_secrets|timed_changes)/.test(on)) asked.push(on);
    };
    client.on('commandStarted', note);
    await ask({ ...FORMS, more: 'x' });
    await ask({ hashed: hashes('email', 'phone'), offer_id: IDS.shared });
    client.off('commandStarted', note);
    expect(asked.filter((on) => on !== 'hello' && on !== 'ping')).to.deep.equal(['claims', 'claims']);
    expect(await sizes()).to.deep.equal(before);
  });
});
