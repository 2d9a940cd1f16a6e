import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { createLaneServer } from '../../../src/app/outbox/serve-lanes.js';
import { webhookSending } from '../../../src/app/webhooks/send-webhooks.js';
import { notifyEndpoints } from '../../../src/app/webhooks/notify-endpoints.js';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import { DEFAULT_EVENTS } from '../../../src/core/webhooks/webhook-settings.js';
import { createMessageStore } from '../../../src/platform/mongo/webhooks/message-store.js';
import { testAffiliate, testCampaign, testCatalogue } from '../../support/catalogue.js';
import { leadNews } from '../../support/lead-news.js';
import { migratedServices } from '../../support/services.js';
import { expectClassified } from '../../support/stored-paths.js';

const START = new Date('2026-11-21T12:00:00Z');
const webhook = {
  ...{ url: 'https://a.example/', secrets: ['${secret:A}'], events: DEFAULT_EVENTS },
  insecure_http: false,
};

/** The campaign has an endpoint of its own, whoever has the campaign. */
function campaignOf(owner: string): Catalogue {
  const affiliates = ['a', 'b'].map((id) => testAffiliate({ id, handle: id }));
  const affiliate = affiliates.find(({ id }) => id === owner)!;
  const campaign = { ...testCampaign({ id: 'spring', handle: 'spring', affiliate }), webhook };
  return {
    ...testCatalogue(),
    affiliates: new Map(affiliates.map((each) => [each.id, each])),
    campaigns: new Map([[campaign.id, campaign]]),
  };
}

describe('the webhook of a campaign that has gone to another affiliate', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  after(async () => {
    try {
      await expectClassified(connection);
    } finally {
      await services.close();
    }
  });

  /** An endpoint that takes what is sent to it. */
  async function world() {
    await connection.collection('webhook_messages').deleteMany({});
    const messages = createMessageStore(connection);
    let catalogue = campaignOf('a');
    let now = START;
    const heard: string[] = [];
    const source = { current: () => catalogue, refresh: () => Promise.resolve() };
    const ports = { messages, catalogue: source, clock: () => now };
    const tell = (affiliate_id: string, lead_id: string): Promise<void> =>
      notifyEndpoints(ports, [leadNews({ affiliate_id, campaign_id: 'spring', lead_id, at: now })]);
    const serve = async (ms = 0): Promise<void> => {
      now = new Date(now.getTime() + ms);
      const log = { warn: () => undefined, error: () => undefined };
      const sender = {
        send({ affiliate_id: owner }: { readonly affiliate_id: string }, { id }: { readonly id: string }) {
          heard.push(`${owner} hears ${id}`);
          return Promise.resolve({ ok: true, status: 200, detail: 'HTTP 200' } as const);
        },
      };
      const pause = () => Promise.resolve();
      const server = createLaneServer(
        { ...ports, outbox: messages, log, pause, random: () => 0 },
        webhookSending({ ...ports, log, sender }),
      );
      await server.look();
      await server.drain();
    };
    return {
      ...{ messages, heard, tell, serve },
      now: () => now,
      moveTo: (owner: string): void => {
        catalogue = campaignOf(owner);
      },
      states: async () =>
        (await messages.list({ limit: 10, now: new Date() })).map(({ id, state }) => `${id} ${state}`),
    };
  }

  it('gets nothing of the former one: neither what waits, nor a replay', async () => {
    const { messages, heard, tell, serve, now, moveTo, states } = await world();
    await tell('a', 'told');
    await serve();
    await tell('a', 'waits');
    moveTo('b');
    await tell('b', 'new');
    for (let n = 0; n < 20; n += 1) await serve(10_000);
    expect(heard).to.deep.equal(['a hears webhook:told:1', 'b hears webhook:new:1']);

    await messages.replay(['webhook:told:1', 'webhook:new:1'], now());
    for (let n = 0; n < 20; n += 1) await serve(10_000);
    expect(heard.slice(2)).to.deep.equal(['b hears webhook:new:1']);
    expect(await states()).to.include.members(['webhook:told:1 parked', 'webhook:waits:1 parked']);
  });
});
