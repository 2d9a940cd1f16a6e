import { expect } from 'chai';
import { OPERATOR, startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';
import { CATALOGUE } from '../support/audited-world.js';
import { signedIn, type Browser } from '../support/people.js';
import { SHOWN_OFFER, storeShown } from '../support/shown-results.js';

const HOUR_MS = 3_600_000;
const soon = (hours: number): string =>
  `${new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 19)}Z`;
const text = (time: string): string => time.replace('T', ' ').replace('Z', ' UTC');

const RANGES = CATALOGUE.replace('price: 42.50', 'price: 42.50\n    price_range: [35, 60]').replace(
  'payout: 30',
  'payout: 30\n        payout_range: [20, 32.50]',
);
type Tail<All extends readonly unknown[]> = All extends readonly [unknown, ...infer Rest] ? Rest : never;

/** The prices and payouts of the operator API that end by themselves. */
describe('operator API: prices and payouts for a time', () => {
  let api: ActingApi;
  afterEach(() => api.close());

  const TIME = { until: soon(2), why: 'A week of discounts', dry_run: false };
  const price = (who: Pick<Acting, 'post'>, price_cents: number, more: object = {}) =>
    who.post('/timed-changes/price', {
      ...{ kind: 'offer', handle: 'lakeshore-nursing', price_cents, ...TIME },
      ...more,
    });
  const payout = (who: Pick<Acting, 'post'>, payout_cents: number, more: object = {}) =>
    who.post('/timed-changes/payout', {
      ...{ campaign: 'northwind-edu', offer: 'lakeshore-nursing', payout_cents, ...TIME },
      ...more,
    });

  const shown = (...of: Tail<Parameters<typeof storeShown>>) =>
    storeShown(api.platform.stores.searches, ...of);

  it('says before how many open results would sell below their payout, and who may', async () => {
    api = await startActingApi(RANGES);
    const ben = await api.operator('ben', 'price', 'catalogue:read');
    await shown(1, 3_000, 1);
    await shown(2, 4_000, 1);
    await shown(3, 4_000, -1);
    await shown(4, 4_000, 1, { is_test: true });
    const slot = { lead: 'a', submission: 1, offer_type: 'shared', state: 'sold' } as const;
    await shown(5, 4_000, 1, { slots: [{ ...slot, offer_id: SHOWN_OFFER }] });
    const dry = await price(ben, 3_550, { dry_run: true });
    const sentence = `Offer lakeshore-nursing has a price of 35.50 USD instead of 42.50 USD until ${text(TIME.until)}.`;
    expect([dry.status, dry.body]).to.deep.equal([
      200,
      {
        ...{ dry_run: true, change: null, waiting_leads: null, open_results_below: 1 },
        sentence: `If you confirm: ${sentence} 1 open result would then sell below its payout.`,
      },
    ]);
    const later = await price(ben, 3_550, { dry_run: true, from: soon(1.5) });
    expect(later.body, 'they have expired by then').to.include({ open_results_below: 0 });
    const done = await price(ben, 3_550);
    expect(done.body).to.include({ sentence: `Within 5 seconds: ${sentence}`, open_results_below: null });
    expect(done.body['change']).to.include({ what: 'price', value: 3_550, catalogue_value: 4_250 });
    const paid = await payout(ben, 3_250, { dry_run: true });
    expect(paid.body['sentence']).to.equal(
      `If you confirm: Campaign northwind-edu, offer lakeshore-nursing has a payout of 32.50 USD instead of 30.00 USD until ${text(TIME.until)}. 1 open result would then sell below its payout.`,
    );
    const rows: readonly (readonly [
      Promise<{ status: number; body: Record<string, unknown> }>,
      number,
      RegExp,
    ])[] = [
      [price(ben, 4_000), 409, /^Offer lakeshore-nursing has a price of 35.50 USD .* \(change 1 by ben: /],
      [
        price(ben, 6_001, { from: soon(3), until: soon(4) }),
        409,
        /^The catalogue allows 35.00 USD to 60.00 USD for a time, so only somebody who may apply/,
      ],
      [payout(ben, 3_000), 409, /^Its payout is 30.00 USD in the catalogue\.$/],
      [
        payout(ben, 2_500, { campaign: 'southwind' }),
        404,
        /^The catalogue has no such payout: campaign southwind, offer lakeshore-nursing\. Add it/,
      ],
      [
        price(ben, 4_000, { kind: 'campaign', handle: 'northwind-edu' }),
        400,
        /^Name the offer with a campaign, and only then\.$/,
      ],
      [price(ben, 4_000, { program: 'msn' }), 404, /no such price: offer lakeshore-nursing of program msn\./],
      [price(ben, 4_000, { until: '2020-01-01T00:00' }), 400, /^2020-01-01 06:00:00 UTC is past/],
    ];
    for (const [answered, status, message] of rows) {
      const answer = await answered;
      expect(answer.status, String(message)).to.equal(status);
      expect(answer.body['message']).to.match(message);
    }
    const eva = await api.operator('eva', 'price', 'catalogue:apply');
    expect((await price(eva, 6_001, { from: soon(3), until: soon(4) })).status).to.equal(200);
    expect((await payout(eva, 5_000, { dry_run: true })).body['sentence']).to.contain(
      'The price is then below the payout on campaign northwind-edu.',
    );
    const ended = await ben.post('/timed-changes/price/1/end', { why: 'It is enough' });
    expect(ended.body).to.include({ state: 'over' });
    const [intent] = await api.newest(2);
    expect(intent).to.deep.include({ action: 'timed_change.end', why: 'It is enough' });
  });

  it('is named by a version that changes the price, narrows its range or takes the offer off the campaign', async () => {
    api = await startActingApi(RANGES);
    const ana = await api.operator('ana', 'price', 'catalogue:draft', 'catalogue:apply', 'catalogue:read');
    await price(ana, 5_500);
    await payout(ana, 2_500);
    const warned = async (catalogue: string): Promise<string[]> => {
      const files = [{ name: 'a.yaml', text: catalogue }];
      const { id } = (await ana.post('/drafts', { title: 'Other', files })).body;
      const path = `${OPERATOR}/drafts/${String(id)}/validate`;
      const { check } = (await api.call('post', path, { key: await api.issueKey(['catalogue:draft']) })).body;
      const { warnings } = check as { readonly warnings: readonly string[] };
      return warnings.map((one) => one.replace(/ until .* UTC/, ''));
    };
    const offer = 'Offer lakeshore-nursing has a price of 55.00 USD instead of 42.50 USD (timed change 1)';
    const campaign =
      'Campaign northwind-edu, offer lakeshore-nursing has a payout of 25.00 USD instead of 30.00 USD (timed change 2)';
    expect(await warned(RANGES.replace('price: 42.50', 'price: 50'))).to.deep.equal([
      `${offer}, and would have 50.00 USD after that`,
    ]);
    expect(
      await warned(RANGES.replace('[35, 60]', '[35, 50]').replace('[20, 32.50]', '[29, 32]')),
    ).to.deep.equal([
      `${offer}, though the range would be 35.00 USD to 50.00 USD: end it if that is too much`,
      `${campaign}, though the range would be 29.00 USD to 32.00 USD: end it if that is too much`,
    ]);
    const without = await warned(RANGES.replace(/ {4}offers:\n {6}- offer[^]*$/, '    offers: []\n'));
    expect(without).to.include(`${campaign}, which would end now`);
  });

  describe('under four eyes', () => {
    const acting = (browser: Browser): Pick<Acting, 'post'> => ({
      post: (path, body) => browser.call('post', `${OPERATOR}${path}`, body) as ReturnType<Acting['post']>,
    });
    let ana: Awaited<ReturnType<typeof signedIn>>;
    let ben: typeof ana;
    beforeEach(async () => {
      api = await startActingApi(`${RANGES}four_eyes: true\n`);
      ana = await signedIn(api, ['admin'], 'ana@example.com');
      ben = await signedIn(api, ['admin'], 'ben@example.com');
    });
    const approve = ({ browser }: typeof ana, id: number) =>
      browser.call('post', `${OPERATOR}/timed-changes/${id}/approve`);
    const inForce = async () =>
      (await api.platform.stores.timedChanges.toCome(new Date())).map(({ proposed }) =>
        proposed === undefined || proposed.approved !== undefined ? 'approved' : 'proposed',
      );

    it('is in force at once within the range, and beyond it when another person has approved it', async () => {
      const first = acting(ana.browser);
      expect((await payout(first, 3_250)).body['sentence']).to.match(/^Within 5 seconds: /);
      const proposed = await price(first, 6_500);
      expect(proposed.body['sentence']).to.equal(
        `Offer lakeshore-nursing is proposed to have a price of 65.00 USD instead of 42.50 USD until ${text(TIME.until)}. Another person, who may apply the catalogue, must approve it.`,
      );
      expect(proposed.body['change']).to.deep.include({ id: 2, state: 'proposed', approved: null });
      expect(await inForce()).to.deep.equal(['approved', 'proposed']);
      const own = await approve(ana, 2);
      expect([own.status, own.body['message']]).to.deep.equal([
        409,
        'You proposed it: another person must approve it.',
      ]);
      const key = await api.issueKey(['catalogue:apply']);
      expect(
        (await api.call('post', `${OPERATOR}/timed-changes/2/approve`, { key })).body['message'],
      ).to.equal('A person must approve it, not a key.');
      const approved = await approve(ben, 2);
      expect([approved.status, approved.body['state']]).to.deep.equal([200, 'in_force']);
      expect(approved.body['approved']).to.include({ by: 'Kim Doe' });
      expect(await inForce()).to.deep.equal(['approved', 'approved']);
      const [intent] = await api.newest(2);
      expect(intent).to.deep.include({ action: 'timed_change.approve', who: { kind: 'person', id: ben.id } });
      expect((await approve(ben, 2)).body['message']).to.match(
        /^Nobody must approve it: Offer lakeshore-nursing has a price of 65.00 USD /,
      );
    });

    it('is approved by one of two who come at once, or withdrawn, and proposed by nobody who is a key', async () => {
      const first = acting(ana.browser);
      await price(first, 6_500);
      const answers = await Promise.all([1, 2].map(() => approve(ben, 1)));
      expect(answers.map(({ status }) => status)).to.have.members([200, 409]);
      await first.post('/timed-changes/price/1/end', { why: 'Too much' });
      await price(first, 6_600);
      const withdrawn = await first.post('/timed-changes/price/2/end', { why: 'No' });
      expect(withdrawn.body['sentence']).to.match(
        /^Offer lakeshore-nursing was proposed to have a price of 66/,
      );
      const late = await approve(ben, 2);
      expect(late.body['message']).to.match(
        /^Nobody must approve it: Offer lakeshore-nursing was proposed to/,
      );
      const key = await api.operator('ci', 'catalogue:apply', 'price');
      expect((await price(key, 6_500)).body['message']).to.equal(
        'The catalogue allows 35.00 USD to 60.00 USD for a time, and beyond that changes need a second person: one proposes it in the console, and another approves it.',
      );
    });
  });
});
