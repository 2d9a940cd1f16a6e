import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { notifyFullCaps } from '../../../src/app/webhooks/notify-full-caps.js';
import type { Cap, Catalogue } from '../../../src/core/catalogue/types.js';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../src/core/webhooks/webhook-settings.js';
import { createMessageStore } from '../../../src/platform/mongo/webhooks/message-store.js';
import { testCap } from '../../support/caps.js';
import { IDS, testAffiliate, testCampaign, testCatalogue } from '../../support/catalogue.js';
import { migratedServices } from '../../support/services.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const OFFER_CAP = testCap({ id: 'of the offer', limit: 1 });
const CAMPAIGN_CAP = testCap({ id: 'of the campaign', limit: 5, program: 'bsn' });

/** Only campaigns' caps, by affiliates that asked for it; the offer's and the buyer's are none of their business. */
function catalogueOf(events: readonly WebhookEvent[]): Catalogue {
  const webhook = {
    ...{ url: 'https://a.example/', secrets: ['${secret:A}'] as const, events },
    insecure_http: false,
  };
  const affiliate = testAffiliate({ webhook });
  const campaign = testCampaign({ affiliate, caps: [CAMPAIGN_CAP] });
  const all = testCatalogue({ offers: { [IDS.shared]: { caps: [OFFER_CAP] } } });
  return {
    ...all,
    affiliates: new Map([[affiliate.id, affiliate]]),
    campaigns: new Map([[campaign.id, { ...campaign, offers: all.campaigns.get(IDS.campaign)!.offers }]]),
  };
}

describe('affiliates are told of full caps', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  beforeEach(() => connection.collection('webhook_messages').deleteMany({}));
  after(() => services.close());

  /** What is stored after looks at which the caps have this many leads, in these windows. */
  async function told(
    looks: readonly (readonly [window: string, reserved: number, confirmed: number])[],
    events: readonly WebhookEvent[] = WEBHOOK_EVENTS,
  ) {
    const catalogue = catalogueOf(events);
    const messages = createMessageStore(connection);
    const asked: Cap[] = [];
    for (const [window, reserved, confirmed] of looks)
      await notifyFullCaps({
        ...{ messages, clock: () => NOW, catalogue: { current: () => catalogue } },
        uses: {
          capUses(caps) {
            asked.push(...caps);
            return Promise.resolve(caps.map((cap) => ({ cap, window, reserved, confirmed, resets_at: NOW })));
          },
        },
      });
    return { asked, stored: [...(await messages.list({ limit: 10, now: new Date() }))].reverse() };
  }

  it('once for each window, of their own campaigns alone, with the window that is full', async () => {
    const { asked, stored } = await told([
      ['2026-11-20', 1, 3],
      ['2026-11-20', 1, 4],
      ['2026-11-20', 0, 5],
      ['2026-11-20', 0, 4],
      ['2026-11-20', 0, 5],
      ['2026-11-21', 0, 5],
    ]);
    expect([...new Set(asked.map(({ id }) => id))]).to.deep.equal([CAMPAIGN_CAP.id]);
    expect(stored.map(({ id }) => id)).to.have.members([
      `webhook:cap:${CAMPAIGN_CAP.id}:2026-11-20`,
      `webhook:cap:${CAMPAIGN_CAP.id}:2026-11-21`,
    ]);
    expect(stored[0]?.content).to.deep.equal({
      type: 'cap.reached',
      timestamp: NOW.toISOString(),
      data: {
        campaign_id: IDS.campaign,
        cap: { window: CAMPAIGN_CAP.window, limit: 5, program_id: 'bsn' },
        resets_at: NOW.toISOString(),
      },
    });
    expect(await createMessageStore(connection).takeLanes(NOW, NOW, 10)).to.have.length(1);
  });

  it('not where nobody asked for it: then no cap is read either', async () => {
    const { asked, stored } = await told([['2026-11-20', 5, 0]], ['lead.decided']);
    expect([asked, stored]).to.deep.equal([[], []]);
  });
});
