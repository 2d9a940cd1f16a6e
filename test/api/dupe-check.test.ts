import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openApi } from '../../src/api/open-api.js';
import { identityForms } from '../../src/core/lead/identity.js';
import { createClaimStore } from '../../src/platform/stores/claim-store.js';
import { countCommands } from '../support/count-commands.js';
import { IDS, testCatalogue, testOffer } from '../support/catalogue.js';
import { callApi, newPerson, PATHS, startApi, type TestApi } from '../support/api.js';

const DAY_MS = 86_400_000;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const FOREIGN_OFFER = randomUUID();
const catalogue = testCatalogue({
  offers: { [IDS.exclusive]: { duplicates: { match: ['name_dob_zip'], window_days: 1, scope: 'offer' } } },
  moreOffers: [testOffer({ id: FOREIGN_OFFER, handle: 'foreign' })],
  lines: { [FOREIGN_OFFER]: null },
});

describe('api: duplicate pre-check', () => {
  let api: TestApi;
  const { email, phone } = newPerson().personal;
  const person = {
    personal: { email, phone, first_name: 'Zoë', last_name: "O'Neill", date_of_birth: '1990-02-28' },
    address: { address_line_1: '1 Main St.', zip_code: '53703' },
  };

  const claim = async (offer: string, at: Date, lead: typeof person = person): Promise<void> => {
    const identities = api.platform.identities.keysOf(identityForms(lead));
    const holder = { lead: randomUUID(), affiliate: IDS.affiliate, round: 1, offer, buyer: IDS.buyer, at };
    const policy = { match: [], window_days: 30, scope: 'offer' } as const;
    await api.platform.claims.take({ identities, policy, holder, now: new Date() });
  };

  before(async () => {
    api = await startApi({}, catalogue);
    await claim(IDS.shared, new Date(Date.now() - 29 * DAY_MS));
    await claim(IDS.exclusive, new Date(Date.now() - 2 * DAY_MS));
  });
  after(() => api.close());

  const CASES: readonly (readonly [what: string, body: object, likely: boolean])[] = [
    ['e-mail, however it is written', { email: ` ${email.toUpperCase()} ` }, true],
    ['phone with punctuation', { phone: `+1 (${phone.slice(0, 3)}) ${phone.slice(3)}` }, true],
    ['hashed e-mail', { hashed: { email: sha256(email) } }, true],
    ['another e-mail', { email: 'nobody@example.com' }, false],
    ['the offer that holds it', { email, offer_id: IDS.shared }, true],
    ['an offer that does not', { email, offer_id: IDS.trueExclusive }, false],
    ['an offer that matches on something else', { email, offer_id: IDS.exclusive }, false],
    [
      'out of its window',
      { first_name: 'zoe', last_name: 'ONEILL', dob: '02/28/1990', zip: '53703', offer_id: IDS.exclusive },
      false,
    ],
    ['a lone first name', { first_name: 'Zoë' }, false],
    ['hashed and not hex beside a raw one', { email, hashed: { phone: 'x' } }, true],
  ];
  for (const [what, body, likely] of CASES)
    it(`${what} → ${likely}`, async () => {
      const answer = await api.post(PATHS.dupeCheck, body);
      expect(answer.status).to.equal(200);
      expect(answer.body).to.include({ code: 'OK', status: 'accepted', success: true, retryable: false });
      expect(answer.body['duplicate_likely']).to.equal(likely);
    });

  const FAULTS: readonly (readonly [
    what: string,
    body: object,
    http: number,
    code: string,
    field?: string,
  ])[] = [
    ['nothing', {}, 400, 'MALFORMED_REQUEST'],
    [
      'nothing usable',
      { email: 'x', phone: '5', dob: '1990', hashed: { email: 'ABC', zip: sha256('a').toUpperCase() } },
      400,
      'MALFORMED_REQUEST',
    ],
    ['other types', { email: 5, phone: {}, hashed: 'x' }, 400, 'MALFORMED_REQUEST'],
    ['offer no UUID', { offer_id: 'x' }, 400, 'INVALID_FIELD', 'offer_id'],
    ['unknown offer', { email, offer_id: randomUUID() }, 403, 'FORBIDDEN', 'offer_id'],
    ['an offer that is not the client’s', { email, offer_id: FOREIGN_OFFER }, 403, 'FORBIDDEN', 'offer_id'],
  ];
  for (const [what, body, http, code, field] of FAULTS)
    it(`${what} → ${http} ${code}`, async () => {
      const answer = await api.post(PATHS.dupeCheck, body);
      expect([answer.status, answer.body.code, answer.body.field]).to.deep.equal([http, code, field]);
    });

  it('matches name, birth and ZIP where an offer asks for that', async () => {
    await claim(IDS.exclusive, new Date(), {
      ...person,
      personal: { ...person.personal, first_name: 'Kim' },
    });
    const { body } = await api.post(PATHS.dupeCheck, {
      first_name: ' KIM',
      last_name: 'o neill'.replace(' ', ''),
      hashed: { dob: sha256('1990-02-28') },
      zip: '53703-1234',
    });
    expect(body['duplicate_likely']).to.equal(true);
  });

  it('sends one MongoDB command', async () => {
    const claims = createClaimStore(api.connection);
    const counted = openApi({ ...api.platform, claims }, 'web-counted');
    await counted.ready;
    const ask = () => callApi(counted.app, 'post', PATHS.dupeCheck, { key: api.key, body: { email, phone } });
    const { names, result } = await countCommands(api.connection).during(ask);
    await counted.close();
    expect(result.status).to.equal(200);
    expect(names).to.deep.equal(['find']);
  });
});
