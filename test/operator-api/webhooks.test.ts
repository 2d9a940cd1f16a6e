import { expect } from 'chai';
import { createMessageStore } from '../../src/platform/mongo/webhooks/message-store.js';
import { notifyEndpoints } from '../../src/app/webhooks/notify-endpoints.js';
import type { Catalogue } from '../../src/core/catalogue/types.js';
import { DEFAULT_EVENTS } from '../../src/core/webhooks/webhook-settings.js';
import { testCatalogue } from '../support/catalogue.js';
import { leadNews } from '../support/lead-news.js';
import { startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';

const WEBHOOKS = '/api/v1/operator/webhooks';

describe('operator API: webhooks', () => {
  let api: TestOperatorApi;
  let catalogue: Catalogue;
  let name: string;
  before(async () => {
    const base = testCatalogue();
    const [affiliate] = base.affiliates.values();
    const webhook = {
      ...{ url: 'https://a.example/secret-path', secrets: ['${secret:A}'], events: DEFAULT_EVENTS },
      insecure_http: false,
    };
    catalogue = { ...base, affiliates: new Map([[affiliate!.id, { ...affiliate!, webhook }]]) };
    name = `webhook:affiliate:${affiliate!.handle}`;
    api = await startOperatorApi({}, catalogue);
    const ports = {
      messages: createMessageStore(api.connection),
      catalogue: { current: () => catalogue },
      clock: () => new Date(),
    };
    await notifyEndpoints(ports, [leadNews({ affiliate_id: affiliate!.id, campaign_id: 'none' })]);
  });
  after(() => api.close());

  it('lists endpoints and their messages, without addresses and content', async () => {
    const { body } = await api.get(WEBHOOKS);
    expect(body).to.nested.include({
      ...{ 'endpoints[0].name': name, 'endpoints[0].waiting': 1, 'endpoints[0].parked': 0 },
      'endpoints[0].oldest': '2026-11-21T12:00:00.000Z',
      'endpoints[0].delivered_at': null,
      ...{ 'endpoints[0].origin': 'https://a.example', 'endpoints[0].paused': null },
    });
    const { body: listed } = await api.get(`${WEBHOOKS}/messages?about=${name}`);
    expect(listed).to.nested.include({
      ...{ 'messages[0].id': 'webhook:l:1', 'messages[0].event': 'lead.decided' },
      'messages[0].state': 'waiting',
    });
    expect(JSON.stringify([body, listed])).to.not.match(/secret|click/);
    expect((await api.get(`${WEBHOOKS}/messages?about=nobody`)).status).to.equal(404);
  });

  it('pauses with a reason, resumes, tests, and replays what has ended', async () => {
    const post = (path: string, body: object) => api.call('post', `${WEBHOOKS}/${path}`, { body });
    expect((await post('pause', { endpoint: name, paused: true })).status).to.equal(400);
    expect((await post('pause', { endpoint: name, paused: true, why: 'they move' })).status).to.equal(200);
    expect((await api.get(WEBHOOKS)).body).to.nested.include({ 'endpoints[0].paused.why': 'They move' });
    expect((await post('pause', { endpoint: name, paused: false })).status).to.equal(200);
    expect((await api.get(WEBHOOKS)).body).to.nested.include({ 'endpoints[0].paused': null });
    expect((await post('test', { endpoint: name })).status).to.equal(200);
    expect((await post('replay', { about: name })).status, 'all wait').to.equal(409);
    await api.connection
      .collection('webhook_messages')
      .updateMany({}, { $set: { state: 'parked' }, $unset: { due_at: 1 } });
    expect((await post('replay', { about: name, state: 'parked' })).body).to.include({ replayed: 2 });
    expect((await post('replay', { about: 'nobody' })).status).to.equal(404);
  });

  it('replays what was given up also behind a thousand newer messages that wait', async () => {
    const messages = api.connection.collection<{ _id: string; created_at: Date }>('webhook_messages');
    await messages.updateMany({}, { $set: { state: 'parked' }, $unset: { due_at: 1 } });
    const { _id, ...like } = (await messages.findOne({}))!;
    const created_at = new Date(Date.now() + 60_000);
    await messages.insertMany(
      Array.from({ length: 1_000 }, (_, n) => ({
        ...like,
        _id: `${_id}:${n}`,
        state: 'waiting',
        created_at,
      })),
    );
    const { body } = await api.call('post', `${WEBHOOKS}/replay`, { body: { about: name } });
    expect(body).to.include({ replayed: 2 });
  });
});
