import { expect } from 'chai';
import { newPerson } from '../support/api.js';
import {
  deliveryTo,
  entryOf,
  namesOf,
  startContract,
  type Contract,
  type Found,
} from '../support/contract.js';
import { expectAnswer } from '../support/envelope.js';
import { until } from '../support/until.js';

/** docs/contract/search.md#exclusivity: what may be sold from a search after these were. */
const SOLD: readonly (readonly [before: readonly string[], allowed: Readonly<Record<string, boolean>>])[] = [
  [[], { shared: true, exclusive: true, 'true-exclusive': true }],
  [['shared'], { 'shared-2': true, exclusive: true, 'true-exclusive': false }],
  [['exclusive'], { shared: true, 'exclusive-2': false, 'true-exclusive': false }],
  [['shared', 'exclusive'], { 'shared-2': true, 'exclusive-2': false, 'true-exclusive': false }],
  [['true-exclusive'], { shared: false, exclusive: false, 'true-exclusive-2': false }],
];

const OFFERS = (url: string): Readonly<Record<string, object>> => ({
  shared: {},
  'shared-2': {},
  'shared-3': {},
  exclusive: { offer_type: 'exclusive' },
  'exclusive-2': { offer_type: 'exclusive' },
  'true-exclusive': { offer_type: 'true_exclusive' },
  'true-exclusive-2': { offer_type: 'true_exclusive' },
  'exclusive-later': { offer_type: 'exclusive', ...deliveryTo(url, '/later') },
  'exclusive-refused': { offer_type: 'exclusive', ...deliveryTo(url, '/rejects') },
  'exclusive-saved': { offer_type: 'exclusive', buyer: 'closed' },
});

describe('contract: search, exclusivity and the number of submissions', function () {
  let world: Contract;
  before(async () => {
    const holidays = [-1, 0, 1, 2].map((days) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    );
    world = await startContract((url) => {
      const offers = Object.keys(OFFERS(url)).map((offer) => ({ offer, payout: 10 }));
      return {
        buyers: { closed: { holidays } },
        offers: OFFERS(url),
        campaigns: {
          edu: { max_accepted_submissions: 9, offers },
          usual: { offers },
          one: { max_accepted_submissions: 1, offers },
        },
      };
    });
    world.buyer.says('/later', { result: 'pending' });
    world.buyer.says('/rejects', { result: 'rejected' });
  });
  after(() => world.close());

  const codeOf = async (found: Found, offer: string, over: object = {}): Promise<string> =>
    (await world.submit(found, offer, over)).body.code;
  const now = async (found: Found) => (await world.results(found.svc_lead_id)).body;
  /** `sold` counts as soon as the acceptance's effects were applied, which is right after the answer. */
  const soldCount = (found: Found, count: number) =>
    until(async () => (await now(found))['accepted_count'] === count, `${count} accepted`);

  for (const [before, allowed] of SOLD)
    for (const [offer, sells] of Object.entries(allowed))
      it(`after [${before.join(', ')}], ${offer} ${sells ? 'sells' : 'does not'}`, async () => {
        const found = await world.searched('edu');
        for (const sold of before) expect(await codeOf(found, sold)).to.equal('ACCEPTED');
        const answer = await world.submit(found, offer);
        if (sells) {
          expectAnswer(answer, { http: 200, code: 'ACCEPTED' });
          return;
        }
        expectAnswer(answer, {
          http: 200,
          code: 'OFFER_UNAVAILABLE',
          source: 'service',
          reason: 'Offer cannot be sold beside another accepted offer',
        });
      });

  /** What holds its place while it is undecided, and what gives it back. */
  const UNDECIDED: readonly (readonly [offer: string, code: string, other: string])[] = [
    ['exclusive-later', 'PENDING', 'OFFER_UNAVAILABLE'],
    ['exclusive-saved', 'PENDING', 'OFFER_UNAVAILABLE'],
    ['exclusive-refused', 'BUYER_REJECTED', 'ACCEPTED'],
  ];
  for (const [offer, code, other] of UNDECIDED)
    it(`${offer} (${code}): another exclusive one is ${other}`, async () => {
      const found = await world.searched('edu');
      expect(await codeOf(found, offer)).to.equal(code);
      expect(await codeOf(found, 'exclusive')).to.equal(other);
      if (code === 'PENDING')
        expect(await now(found)).to.include({ accepted_count: 0, true_exclusive_accepted: false });
    });

  it('accepted_count counts what was accepted from this search, and nothing else', async () => {
    const found = await world.searched('edu');
    expect(found).to.include({ accepted_count: 0, max_accepted_submissions: 9 });
    await codeOf(found, 'shared');
    await soldCount(found, 1);
    await codeOf(found, 'shared');
    await codeOf(found, 'shared-2', { svc_is_test_lead: true });
    await codeOf(found, 'exclusive-refused');
    await codeOf(found, 'exclusive-later');
    await world.direct('edu', 'shared');
    expect(await now(found)).to.include({ accepted_count: 1, true_exclusive_accepted: false });
    await codeOf(found, 'shared-2');
    await soldCount(found, 2);
  });

  it('true_exclusive_accepted says that one was sold', async () => {
    const found = await world.searched('edu');
    await codeOf(found, 'true-exclusive');
    await until(async () => (await now(found))['true_exclusive_accepted'] === true, 'it is counted');
    expect(await now(found)).to.include({ accepted_count: 1 });
  });

  it('max_accepted_submissions is 3 where the campaign says nothing; beyond it CAP_REACHED', async () => {
    const found = await world.searched('usual');
    expect(found['max_accepted_submissions']).to.equal(3);
    for (const offer of ['shared', 'shared-2', 'exclusive'])
      expect(await codeOf(found, offer)).to.equal('ACCEPTED');
    expectAnswer(await world.submit(found, 'shared-3'), {
      http: 200,
      code: 'CAP_REACHED',
      source: 'service',
      reason: 'Limit of accepted submissions reached',
    });
  });

  it('a pending lead counts for the number of submissions, a refused one does not', async () => {
    const found = await world.searched('one');
    expect(await codeOf(found, 'exclusive-refused')).to.equal('BUYER_REJECTED');
    expect(await codeOf(found, 'exclusive-later')).to.equal('PENDING');
    expect(await codeOf(found, 'shared')).to.equal('CAP_REACHED');
  });

  it('exclusivity is per search: another search of the same person sells', async () => {
    const first = await world.searched('edu');
    const second = await world.searched('edu');
    expect(await codeOf(first, 'true-exclusive')).to.equal('ACCEPTED');
    expect(await codeOf(second, 'shared')).to.equal('ACCEPTED');
  });

  it('of two exclusive submits at the same moment one is sold', async () => {
    const found = await world.searched('edu');
    const codes = await Promise.all(['exclusive', 'exclusive-2'].map((offer) => codeOf(found, offer)));
    expect(codes).to.have.members(['ACCEPTED', 'OFFER_UNAVAILABLE']);
  });

  it('what can’t be sold any more stays in the list until it expires', async () => {
    const found = await world.searched('edu');
    await codeOf(found, 'true-exclusive');
    await soldCount(found, 1);
    const after = (await now(found)) as unknown as Found;
    expect(namesOf(after)).to.deep.equal(namesOf(found));
    expect(entryOf(after, 'true-exclusive')).to.deep.equal(entryOf(found, 'true-exclusive'));
  });

  it('a test lead neither takes a place nor is free of the rule', async () => {
    const found = await world.searched('edu');
    expect(await codeOf(found, 'true-exclusive', { svc_is_test_lead: true })).to.equal('TEST_LEAD_HELD');
    expect(await codeOf(found, 'shared')).to.equal('ACCEPTED');
    expect(await codeOf(found, 'true-exclusive-2', { svc_is_test_lead: true, lead: newPerson() })).to.equal(
      'OFFER_UNAVAILABLE',
    );
  });
});
