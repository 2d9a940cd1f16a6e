import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { maskLeadRecord } from '../../../../src/core/masking/mask-records.js';
import type { OutboxMessage } from '../../../../src/core/outbox/outbox-message.js';
import { newsOf, type LeadNews } from '../../../../src/core/news/lead-news.js';
import { submissionOf } from '../../../../src/core/news/pending-news.js';
import { isOutage } from '../../../../src/app/outage.js';
import { createNewsFeed } from '../../../../src/platform/mongo/news/news-feed.js';
import { createNewsStore } from '../../../../src/platform/mongo/news/news-store.js';
import { createMessagesOfLeads } from '../../../../src/platform/mongo/person/messages-of-leads.js';
import { dataKeysOf, useDataKeys } from '../../../../src/platform/mongo/sealing/data-keys-of.js';
import { countKids, reseal } from '../../../../src/platform/mongo/sealing/rotate-data-key.js';
import { createLeadStore } from '../../../../src/platform/mongo/stores/lead-store.js';
import { createMessageStore } from '../../../../src/platform/mongo/webhooks/message-store.js';
import { parseDataKeys } from '../../../../src/platform/secrets/data-keys.js';
import { leadNews } from '../../../support/lead-news.js';
import { listOf } from '../../../support/list-of.js';
import { publishNews } from '../../../support/publish-news.js';
import { privateServices, TEST_DATA_KEYS } from '../../../support/services.js';
import { aLead, postedAgain } from '../../../support/stored-records.js';
import { unclassifiedPaths } from '../../../support/stored-paths.js';

const NEW = `new:${Buffer.alloc(32, 'new').toString('base64')}`;
const AT = new Date('2026-11-21T12:00:00Z');
const UNTIL = new Date(AT.getTime() + 60_000);
const LANES = { webhook: 'webhook:affiliate:a', postback: 'postback:affiliate:a' } as const;
const STORED = ['lead_news', 'webhook_messages', 'leads', 'leases', 'meta'];
/** In the order in which affiliates are sent them. */
const TRACKING = { subid: 'spring', gclid: 'click-of-ada', click_id: 'c-77-of-ada' };
const VALUES = { click_id: 'c-77-of-ada', subid: 'spring', payout: '12.50', status: 'accepted' };

describe('click ids of what affiliates are told', () => {
  const services = privateServices();
  let connection: Connection;
  before(async () => {
    connection = await services.connection();
  });
  beforeEach(async () => {
    for (const name of STORED) await connection.collection(name).deleteMany({});
    use(TEST_DATA_KEYS);
  });
  after(() => services.close());

  const use = (keys: string): void => {
    useDataKeys(connection, parseDataKeys(keys));
  };
  const message = (kind: 'webhook' | 'postback', lead: string, content: object) => ({
    ...{ id: `${kind}:${lead}:1`, kind, lane: LANES[kind], subject: `${LANES[kind]}/${lead}`, order: 1 },
    ...{ content, created_at: AT },
  });
  const eventOf = (tracking: object) => ({
    ...{ type: 'lead.decided', timestamp: AT.toISOString() },
    data: { code: 'ACCEPTED', sequence: 1, tracking },
  });
  const callOf = (values: object) => ({ type: 'accepted', values });
  async function store(lead: string): Promise<LeadNews> {
    const news = leadNews({ lead_id: lead, tracking: TRACKING });
    await publishNews(connection, news);
    await createMessageStore(connection).add(
      [message('webhook', lead, eventOf(TRACKING)), message('postback', lead, callOf(VALUES))],
      AT,
    );
    return news;
  }
  const feed = () =>
    listOf(
      createNewsFeed(connection).read(
        { affiliate_id: 'a', environment: 'live', after: 0, up_to: 1_000 },
        1_000,
      ),
    );
  const take = async (kind: 'webhook' | 'postback'): Promise<OutboxMessage[]> =>
    (await createMessageStore(connection).take(LANES[kind], AT, UNTIL, { subjects: 9, messages: 1 })).flat();
  const inDatabase = async (): Promise<string> => {
    const all = ['lead_news', 'webhook_messages'].map((name) => connection.collection(name).find().toArray());
    return JSON.stringify(await Promise.all(all));
  };
  const counts = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await countKids(connection)).map(({ collection, kid, n }) => [`${collection} ${kid}`, n]),
    );

  it('are sealed, and told as they were, to the byte', async () => {
    const news = await store('l1');
    expect(await inDatabase())
      .to.contain('spring')
      .and.to.not.match(/of-ada/);
    expect(await unclassifiedPaths(connection)).to.deep.equal([]);
    const [told] = await feed();
    expect(told)
      .to.deep.include({ ...news })
      .and.to.not.have.any.keys('sealed', 'sealed_by');
    const [event] = await take('webhook');
    expect(JSON.stringify(event?.content)).to.equal(JSON.stringify(eventOf(TRACKING)));
    const [call] = await take('postback');
    expect(call?.content).to.deep.equal(callOf(VALUES));
    const listed = await createMessageStore(connection).list({ lead_id: 'l1', limit: 9, now: new Date() });
    expect(listed.map(({ content }) => content)).to.have.deep.members([eventOf(TRACKING), callOf(VALUES)]);
    await createMessageStore(connection).delivered([event!], {
      at: AT,
      duration_ms: 1,
      ok: true,
      detail: '',
    });
    const replayed = await createMessageStore(connection).replay(['webhook:l1:1'], AT);
    expect(replayed).to.have.lengthOf(1);
    expect((await take('webhook'))[0]?.content).to.deep.equal({ ...eventOf(TRACKING), replay: true });
  });

  it('alone are told, whatever another sealed text holds that somebody puts there', async () => {
    await store('l1');
    const sealed = dataKeysOf(connection)?.seal(
      JSON.stringify({ name: 'RIDGE', value: 'of-ridge', gclid: 'c' }),
    );
    for (const name of ['lead_news', 'webhook_messages'])
      await connection.collection(name).updateMany({}, { $set: { sealed } });
    const told = [await feed(), await take('webhook'), await take('postback')];
    expect(JSON.stringify(told)).to.include('"gclid":"c"').and.not.include('of-ridge');
  });

  it('a record without any has nothing sealed', async () => {
    await publishNews(connection, leadNews({ tracking: { subid: 's' } }));
    await createMessageStore(connection).add(
      [message('webhook', 'l1', eventOf({})), message('postback', 'l1', callOf({ ...VALUES, click_id: '' }))],
      AT,
    );
    expect(await inDatabase()).to.not.contain('sealed');
    expect(await unclassifiedPaths(connection)).to.deep.equal([]);
    expect((await take('postback'))[0]?.content).to.deep.equal(callOf({ ...VALUES, click_id: '' }));
    expect(await counts()).to.deep.equal({});
  });

  it('are not told in part without their key: the feed fails, a message says which key it lacks', async () => {
    await store('l1');
    use(NEW);
    expect(await feed().catch((error: unknown) => isOutage(error) && error.message)).to.equal(
      'the data key test is not available',
    );
    const [event] = await take('webhook');
    expect([event?.lacks_key, event?.content]).to.deep.equal(['test', eventOf({ subid: 'spring' })]);
    use(`${NEW},${TEST_DATA_KEYS}`);
    expect(
      (await createMessageStore(connection).list({ limit: 9, now: new Date() })).map((one) => one.lacks_key),
    ).to.deep.equal([undefined, undefined]);
  });

  it('of a submission before are sealed with the lead that is sent again', async () => {
    const leads = createLeadStore(connection);
    const lead = aLead({ state: 'working', tracking: { ip_address: '203.0.113.7', ...TRACKING } });
    const decision = { code: 'DELIVERY_FAILED', at: AT, source: 'service' } as const;
    const isOfTheFirst = async (tracking: object): Promise<void> => {
      const [owing] = await createNewsStore(connection).pending(9);
      expect(newsOf(owing!).map((one) => one.tracking)).to.deep.equal([tracking, {}]);
    };
    await leads.insert(lead);
    await leads.transition(
      { id: lead.id, submission: 1, states: ['working'] },
      { state: 'failed', due_at: null, decision, entries: [] },
    );
    const earlier = submissionOf((await leads.read(lead.id))!)!;
    const now = { received_at: AT, due_at: AT, received_before: AT };
    const again = postedAgain(lead, { ...now, tracking: { ip_address: '203.0.113.7' }, earlier });
    await leads.resubmit(lead.id, 1, again);
    const stored = JSON.stringify(await connection.collection('leads').find().toArray());
    expect(stored).to.not.contain('of-ada');
    expect(await unclassifiedPaths(connection)).to.deep.equal([]);
    expect(JSON.stringify(maskLeadRecord((await leads.read(lead.id))!))).to.not.contain('of-ada');
    await isOfTheFirst(TRACKING);
    use(`${NEW},${TEST_DATA_KEYS}`);
    for await (const _ of reseal(connection, dataKeysOf(connection)!));
    use(NEW);
    await isOfTheFirst({ subid: 'spring' });
  });

  it('a process without keys stores none but those of a test', async () => {
    const fresh = connection.useDb(connection.name, { useCache: false });
    const failed = await createNewsStore(fresh)
      .publish([leadNews()])
      .catch((error: unknown) => String(error));
    expect(failed).to.contain('a process without DATA_KEYS stores no click ids');
    await createMessageStore(fresh).add(
      [message('postback', 'test', { type: 'test', values: { ...VALUES, click_id: 'test' } })],
      AT,
    );
    expect((await take('postback'))[0]?.content).to.deep.include({ type: 'test' });
  });

  it('are sealed anew with another key; what is erased meanwhile stays away', async () => {
    const old = await store('old');
    expect(await counts()).to.deep.equal({ 'lead_news test': 1, 'webhook_messages test': 2 });
    await store('gone');
    await createMessagesOfLeads(connection).forgetClickIds(['gone']);
    for await (const _ of reseal(connection, parseDataKeys(`${NEW},${TEST_DATA_KEYS}`)));
    expect(await counts()).to.deep.equal({ 'lead_news new': 1, 'webhook_messages new': 2 });
    expect(await inDatabase()).to.not.contain('of-ada');
    use(NEW);
    expect((await feed()).map(({ tracking }) => tracking)).to.deep.equal([old.tracking, { subid: 'spring' }]);
    const contents = (await take('postback')).map(({ content }) => content);
    expect(contents).to.have.deep.members([callOf(VALUES), callOf({ ...VALUES, click_id: '' })]);
  });
});
