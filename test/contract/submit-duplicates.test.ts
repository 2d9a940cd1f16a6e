import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { DuplicatePolicy } from '../../src/core/catalogue/types.js';
import { identityForms } from '../../src/core/lead/identity.js';
import { newPerson, PATHS } from '../support/api.js';
import { IDS, testOffer } from '../support/catalogue.js';
import { openWorld, type World } from '../support/world.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const OTHER = randomUUID();

const policy = (over: Partial<DuplicatePolicy> = {}): DuplicatePolicy => ({
  match: ['email', 'phone'],
  window_days: 30,
  scope: 'offer',
  ...over,
});

/** Everything that identities are made of, of nobody else. */
function somebody() {
  const { personal, address } = newPerson();
  const last_name = `O'Neill ${personal.phone}`;
  return {
    personal: { ...personal, first_name: 'Zoë', last_name, date_of_birth: '1990-02-28' },
    address: { ...address, address_line_1: '1 Main St.' },
  };
}

/** Two spellings of one domain. */
const [OWN_LETTERS, IN_ASCII] = ['bücher.example', 'xn--bcher-kva.example'];

/** The letters before the `@`, as another keyboard writes them. */
const fullWidth = (email: string): string =>
  email.replace(/[a-z](?=.*@)/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
type Somebody = ReturnType<typeof somebody>;

describe('contract: submit, who is a duplicate', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  afterEach(() => {
    world.use();
    world.buyer.answers();
  });

  const use = (duplicates: DuplicatePolicy): void => {
    world.use({
      offers: { [IDS.shared]: { duplicates } },
      moreOffers: [testOffer({ id: OTHER, handle: 'other', duplicates })],
    });
  };

  const withEmail = (one: Somebody, email: string): Somebody => ({
    ...one,
    personal: { ...one.personal, email },
  });
  /** Another e-mail and phone; names, day and addresses stay. */
  const unreached = (one: Somebody): Somebody => {
    const { email, phone } = newPerson().personal;
    return { ...one, personal: { ...one.personal, email, phone } };
  };
  const street = (one: Somebody, address_line_1: string): Somebody => ({
    ...one,
    address: { ...one.address, address_line_1 },
  });
  const written = (one: Somebody): Somebody => ({
    personal: { ...one.personal, first_name: ' ZOE', last_name: one.personal.last_name.replace("'", '’') },
    address: { ...one.address, address_line_1: '1  MAIN st' },
  });

  const NAME_ADDRESS = { match: ['name_address'] } as const;
  const NAME_DOB_ZIP = { match: ['name_dob_zip'] } as const;
  const MATCHES: readonly (readonly [
    what: string,
    over: Partial<DuplicatePolicy>,
    next: (one: Somebody) => Somebody,
    code: string,
    domain?: string,
  ])[] = [
    ['the e-mail alone', {}, (one) => withEmail(somebody(), one.personal.email), 'DUPLICATE'],
    [
      'the e-mail in capitals',
      {},
      (one) => withEmail(unreached(one), one.personal.email.toUpperCase()),
      'DUPLICATE',
    ],
    [
      'the e-mail in full-width letters',
      {},
      (one) => withEmail(unreached(one), fullWidth(one.personal.email)),
      'DUPLICATE',
    ],
    [
      'the e-mail, its domain written otherwise',
      {},
      (one) => withEmail(unreached(one), one.personal.email.replace(OWN_LETTERS, IN_ASCII)),
      'DUPLICATE',
      OWN_LETTERS,
    ],
    [
      'the e-mail, its domain written otherwise, the other way round',
      {},
      (one) => withEmail(unreached(one), one.personal.email.replace(IN_ASCII, OWN_LETTERS.toUpperCase())),
      'DUPLICATE',
      IN_ASCII,
    ],
    ['the phone alone', {}, (one) => withEmail(one, somebody().personal.email), 'DUPLICATE'],
    ['neither, but name, day and street', {}, unreached, 'ACCEPTED'],
    [
      'the phone, where the e-mail decides',
      { match: ['email'] },
      (one) => withEmail(one, somebody().personal.email),
      'ACCEPTED',
    ],
    ['name and street, written otherwise', NAME_ADDRESS, (one) => written(unreached(one)), 'DUPLICATE'],
    ['name, another street', NAME_ADDRESS, (one) => street(one, '2 Main St.'), 'ACCEPTED'],
    [
      'name, day and ZIP, another street',
      NAME_DOB_ZIP,
      (one) => street(unreached(one), '2 Main St.'),
      'DUPLICATE',
    ],
    [
      'name and ZIP, another day',
      NAME_DOB_ZIP,
      (one) => ({ ...one, personal: { ...one.personal, date_of_birth: '1990-02-27' } }),
      'ACCEPTED',
    ],
    ['one of two that are matched on', { match: ['email', 'name_address'] }, unreached, 'DUPLICATE'],
  ];
  for (const [what, over, next, code, domain = 'example.com'] of MATCHES)
    it(`shares ${what} (${(over.match ?? ['default']).join(', ')}) → ${code}`, async () => {
      use(policy(over));
      const some = somebody();
      const one = withEmail(some, some.personal.email.replace(/(?<=@).*/, domain));
      expect((await world.post({ lead: one })).body.code).to.equal('ACCEPTED');
      expect((await world.post({ lead: next(one) })).body.code).to.equal(code);
    });

  it('an e-mail with a character that nobody sees is no new person: it is refused', async () => {
    use(policy());
    const one = somebody();
    await world.post({ lead: one });
    for (const unseen of ['\u00ad', '\u200b', '\u202e', '\u0007', '\ufe0f']) {
      const email = one.personal.email.replace('@', `${unseen}@`);
      const { status, body } = await world.post({ lead: withEmail(unreached(one), email) });
      expect([status, body.code, body['field']]).to.deep.equal([400, 'INVALID_FIELD', 'lead.personal.email']);
    }
  });

  it('a lead is met by hashes that others made of either spelling of its domain', async () => {
    use(policy());
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    const [one, other] = [somebody(), somebody()];
    const named = ({ personal }: Somebody, domain: string) => personal.email.replace(/(?<=@).*/, domain);
    expect((await world.post({ lead: withEmail(one, named(one, OWN_LETTERS)) })).body.code).to.equal(
      'ACCEPTED',
    );
    expect((await world.post({ lead: withEmail(other, named(other, IN_ASCII)) })).body.code).to.equal(
      'ACCEPTED',
    );
    for (const email of [one, other].flatMap((each) => [named(each, OWN_LETTERS), named(each, IN_ASCII)]))
      for (const sent of [{ email }, { hashed: { email: sha256(email) } }]) {
        const { body } = await world.api.post(PATHS.dupeCheck, sent);
        expect(body['duplicate_likely'], email).to.equal(true);
      }
  });

  const SCOPES = [
    ['offer', 'ACCEPTED'],
    ['buyer', 'DUPLICATE'],
    ['service', 'DUPLICATE'],
  ] as const;
  for (const [scope, code] of SCOPES)
    it(`sold to another offer of the buyer, scope ${scope} → ${code}`, async () => {
      use(policy({ scope }));
      const lead = somebody();
      await world.post({ lead });
      expect((await world.post({ lead, svc_offer_id: OTHER })).body.code).to.equal(code);
    });

  const WINDOWS = [
    [30, 30 * DAY_MS - MINUTE_MS, 'DUPLICATE'],
    [30, 30 * DAY_MS + MINUTE_MS, 'ACCEPTED'],
    [7, 7 * DAY_MS + MINUTE_MS, 'ACCEPTED'],
  ] as const;
  for (const [window_days, ago, code] of WINDOWS)
    it(`accepted ${(ago / DAY_MS).toFixed(3)} days ago, window ${window_days} days → ${code}`, async () => {
      use(policy({ window_days }));
      const lead = somebody();
      const { id, submission, identities } = await world.lead(await world.post({ lead }));
      const keys = identities.map(({ key }) => key);
      await world.api.platform.claims.renew(keys, id, submission, new Date(Date.now() - ago));
      expect((await world.post({ lead })).body.code).to.equal(code);
    });

  it('a pending lead keeps its claim', async () => {
    const lead = somebody();
    world.buyer.answers({ result: 'pending' });
    const first = await world.post({ lead });
    expect(first.body.code).to.equal('PENDING');
    expect((await world.post({ lead })).body).to.deep.include({
      code: 'DUPLICATE',
      disposition: { duplicate_of: first.body.svc_lead_id },
    });
  });

  it('a test lead is one of leads of its own affiliate alone, and so is a test search', async () => {
    use(policy({ scope: 'service' }));
    const { claims, identities } = world.api.platform;
    const theirs = somebody();
    const at = new Date();
    const owner = {
      ...{
        lead: randomUUID(),
        affiliate: randomUUID(),
        submission: 1,
        offer: IDS.shared,
        buyer: IDS.buyer,
        at,
      },
    };
    const keys = identities.keysOf(identityForms(theirs));
    expect((await claims.take({ identities: keys, policy: policy(), owner, now: at, run: 2 })).won).to.equal(
      true,
    );
    const own = somebody();
    const sold = await world.post({ lead: own });
    const key = await world.api.issueKey({ is_test: true });
    const test = { svc_is_test_lead: true };
    for (const [over, sent, disposition] of [
      [test, {}, { duplicate_of: sold.body.svc_lead_id }],
      // A test key sees no live record.
      [{}, { key }, {}],
    ] as const) {
      expect((await world.post({ ...over, lead: theirs }, sent)).body.code).to.equal('TEST_LEAD_HELD');
      expect((await world.post({ ...over, lead: own }, sent)).body).to.deep.include({
        code: 'DUPLICATE',
        disposition,
      });
    }
    const shown = async (lead: Somebody, over: object = {}): Promise<boolean> => {
      const { body } = await world.search({ ...over, lead });
      return body.offers.some(({ offer }) => (offer as { id: string }).id === IDS.shared);
    };
    expect([await shown(theirs, test), await shown(own, test)]).to.deep.equal([true, false]);
    // A live lead meets everybody's, as it would be sold.
    expect(await shown(theirs)).to.equal(false);
    const live = await world.post({ lead: theirs });
    expect(live.body).to.deep.include({ code: 'DUPLICATE', disposition: {} });
  });

  it('of five submits of one person at the same moment one is sold and sent', async () => {
    const lead = somebody();
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.post({ lead })));
    const codes = answers.map(({ body }) => body.code).sort();
    expect(codes).to.deep.equal(['ACCEPTED', ...Array<string>(4).fill('DUPLICATE')]);
    const sent = answers.reduce((sum, answer) => sum + world.sent(answer), 0);
    expect(sent).to.equal(1);
  });
});
