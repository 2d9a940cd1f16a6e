import { expect } from 'chai';
import type { LeadNews } from '../../src/core/news/lead-news.js';
import { PATHS, startApi, type Answered, type TestApi } from '../support/api.js';
import { IDS, testAffiliate, testCatalogue } from '../support/catalogue.js';
import { oneNews } from '../support/lead-news.js';
import { publishNews } from '../support/publish-news.js';

const OTHER = '00000000-0000-4000-a000-0000000000ff';
/** Click ids are stored sealed. */
const TRACKING = { subid2: 'may', gclid: 'g-1', click_id: 'c-77' };
const lead = (n: number): string => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;

/** docs/reconciliation.md#changes */
describe('contract: the feed of changes', function () {
  let api: TestApi;
  const publish = (...news: readonly LeadNews[]): Promise<void> => publishNews(api.connection, ...news);
  const mine = (n: number, revision: number, over: Partial<LeadNews> = {}): LeadNews => {
    const [campaign_id, offer_id] = [IDS.campaign, IDS.shared];
    return oneNews(lead(n), revision, { affiliate_id: IDS.affiliate, campaign_id, offer_id, ...over });
  };
  before(async () => {
    const other = testAffiliate({ id: OTHER, handle: 'southwind' });
    api = await startApi({}, testCatalogue({ moreAffiliates: [other] }));
    await publish(
      mine(1, 1, { tracking: { subid3: 'spring' } }),
      mine(2, 1, { external_id: 'order/1', tracking: TRACKING }),
    );
    await publish(mine(3, 1, { affiliate_id: OTHER }), mine(4, 1, { environment: 'test' }));
    await publish(mine(1, 2, { status: 'accepted', kind: 'decided' }), mine(5, 1));
  });
  after(() => api.close());

  const read = (query = '', key?: string): Promise<Answered> =>
    api.get(`${PATHS.leads}${query}`, key === undefined ? {} : { key });
  const toldBy = ({ body }: Answered): unknown[] =>
    (body['leads'] as { svc_lead_id: string; revision: number }[]).map(
      ({ svc_lead_id, revision }) => `${Number(svc_lead_id.slice(-12))}:${revision}`,
    );
  const cursorOf = ({ body }: Answered): string => encodeURIComponent(String(body['next_cursor']));

  it('tells the own live changes in order, page by page, and then nothing until something happens', async () => {
    const first = await read('?limit=3');
    expect([toldBy(first), first.body['has_more'], first.body['complete_until']]).to.deep.equal([
      ['1:1', '2:1', '1:2'],
      true,
      null,
    ]);
    const second = await read(`?limit=3&since=${cursorOf(first)}`);
    expect([toldBy(second), second.body['has_more']]).to.deep.equal([['5:1'], false]);
    const until = Date.parse(String(second.body['complete_until']));
    expect(until).to.be.within(Date.now() - 120_000, Date.now() - 9_000);
    const third = await read(`?since=${cursorOf(second)}`);
    expect([toldBy(third), third.body['next_cursor']]).to.deep.equal([[], second.body['next_cursor']]);
    await publish(mine(5, 2));
    expect(toldBy(await read(`?since=${cursorOf(third)}`))).to.deep.equal(['5:2']);
  });

  it('an entry has the answer as of the change, and nothing of a person', async () => {
    const { body } = await read('?external_id=order%2F1');
    const [entry] = body['leads'] as Record<string, unknown>[];
    expect(Object.keys(entry ?? {})).to.deep.equal([
      ...['svc_lead_id', 'revision', 'change', 'at', 'svc_campaign_id', 'svc_offer_id', 'tracking', 'answer'],
    ]);
    expect(entry?.['answer']).to.include({ code: 'PENDING', svc_lead_id: lead(2) });
    expect(JSON.stringify(entry?.['tracking'])).to.equal(JSON.stringify(TRACKING));
  });

  it('filters by status, any subid and external_id', async () => {
    expect(toldBy(await read('?status=accepted'))).to.deep.equal(['1:2']);
    expect(toldBy(await read('?subid=spring'))).to.deep.equal(['1:1']);
    expect(toldBy(await read('?external_id=order%2F1&status=pending'))).to.deep.equal(['2:1']);
    // 128 characters, each of two UTF-16 units: as long as a submit may send one.
    const longest = encodeURIComponent('🎓'.repeat(128));
    expect(toldBy(await read(`?external_id=${longest}`))).to.deep.equal([]);
    const none = await read('?subid=nobody');
    expect([toldBy(none), none.body['has_more']]).to.deep.equal([[], false]);
    expect(toldBy(await read(`?since=${cursorOf(none)}`))).to.deep.equal([]);
  });

  it('another affiliate and a test key see their own, and no cursor of others', async () => {
    const theirs = await api.issueKey({ affiliate_id: OTHER });
    const test = await api.issueKey({ is_test: true });
    expect([toldBy(await read('', theirs)), toldBy(await read('', test))]).to.deep.equal([['3:1'], ['4:1']]);
    const since = `?since=${cursorOf(await read())}`;
    for (const key of [theirs, test]) {
      const { status, body } = await read(since, key);
      expect([status, body['message']]).to.deep.equal([
        400,
        'since must be a cursor of this account and this kind of key.',
      ]);
    }
    const sibling = await api.issueKey();
    expect((await read(since, sibling)).status).to.equal(200);
  });

  it('a cursor that was changed, of another release, or from before a restore: one clear error each', async () => {
    const cursor = decodeURIComponent(cursorOf(await read()));
    const [body = '', tag = ''] = cursor.split('.');
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace(OTHER, IDS.affiliate));
    const keyed = (text: string) => api.platform.identities.keyedHash(`feed cursor:${text}`).slice(0, 32);
    const old = Buffer.from(JSON.stringify([0, 'of another form'])).toString('base64url');
    const rows = [
      ['x', 'the next_cursor of an answer, unchanged'],
      [`${body}.${tag.slice(1)}0`, 'the next_cursor of an answer, unchanged'],
      [`${forged.toString('base64url')}x.${tag}`, 'the next_cursor of an answer, unchanged'],
      [`${old}.${keyed(old)}`, 'a cursor of this release: begin again without since'],
    ] as const;
    for (const [since, expected] of rows) {
      const { status, body: answer } = await read(`?since=${encodeURIComponent(since)}`);
      expect([status, answer.field, answer['message']]).to.deep.equal([
        400,
        'since',
        `since must be ${expected}.`,
      ]);
    }
    await publish(mine(6, 1));
    const late = cursorOf(await read());
    await api.connection
      .collection('lead_news')
      .updateOne({ lead_id: lead(6) }, { $set: { ordered_at: new Date(0) } });
    const restored = await read(`?since=${late}`);
    expect(restored.body['message']).to.contain('from after the last restore');
    await api.connection.collection('lead_news').deleteOne({ lead_id: lead(6) });
    expect((await read(`?since=${late}`)).body['message']).to.contain('of the last 90 days');
  });

  it('a cursor on an old entry moves on to the newest one, whosever that is, and tells nothing of it', async () => {
    const stored = api.connection.collection('lead_news');
    const backdate = (n: number): Promise<unknown> =>
      stored.updateOne(
        { lead_id: lead(n) },
        { $set: { ordered_at: new Date(Date.now() - 31 * 86_400_000) } },
      );
    await publish(mine(7, 1));
    await backdate(7);
    await publish(mine(8, 1, { affiliate_id: OTHER }));
    const stood = await read('?status=pending&external_id=nobody');
    const moved = await read(`?since=${cursorOf(stood)}`);
    expect([toldBy(moved), moved.body['next_cursor'] === stood.body['next_cursor']]).to.deep.equal([
      [],
      false,
    ]);
    const content = Buffer.from(
      String(moved.body['next_cursor']).split('.')[0] ?? '',
      'base64url',
    ).toString();
    expect(content).to.not.contain(lead(8));
    await stored.deleteOne({ lead_id: lead(7) });
    await publish(mine(9, 1));
    expect(toldBy(await read(`?since=${cursorOf(moved)}`))).to.deep.equal(['9:1']);
    await backdate(8);
    expect((await read(`?since=${cursorOf(moved)}`)).body['message']).to.contain('after the last restore');
  });

  for (const [query, field] of [
    ['?limit=0', 'limit'],
    ['?limit=501', 'limit'],
    ['?limit=x', 'limit'],
    ['?status=sold', 'status'],
    ['?subid=', 'subid'],
    ['?limit=1&limit=2', 'limit'],
    ['?page=2', 'page'],
    [`?external_id=${'x'.repeat(129)}`, 'external_id'],
  ] as const)
    it(`${query.slice(0, 20)} → 400 ${field}`, async () => {
      const { status, body } = await read(query);
      expect([status, body.code, body.field]).to.deep.equal([400, 'INVALID_FIELD', field]);
    });

  it('another method names both, and a key needs the operation', async () => {
    const put = await api.call('put', PATHS.leads);
    expect([put.status, put.headers['allow']]).to.deep.equal([405, 'POST, GET, HEAD']);
    const poller = await api.issueKey({ operations: ['results'] });
    expect((await read('', poller)).status).to.equal(403);
  });
});
