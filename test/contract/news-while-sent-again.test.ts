import { expect } from 'chai';
import { publishNews } from '../../src/app/news/publish-news.js';
import type { LeadNews } from '../../src/core/news/lead-news.js';
import { messagesAbout } from '../../src/core/webhooks/webhook-messages.js';
import { createNewsStore } from '../../src/platform/mongo/news/news-store.js';
import { newPerson } from '../support/api.js';
import { idOf, startContract, type Contract } from '../support/contract.js';
import { silentLog } from '../support/services.js';

describe('contract: a lead that is sent again before its news is published', () => {
  let world: Contract;
  before(async () => {
    const webhook = (path: string) => ({
      url: `https://hooks.example/${path}`,
      secret: '${secret:HOOK}',
      events: ['lead.decided'],
    });
    world = await startContract(() => ({
      offers: { one: {}, two: {} },
      campaigns: {
        first: { offers: [{ offer: 'one' }], webhook: webhook('first') },
        second: { offers: [{ offer: 'two' }], webhook: webhook('second') },
      },
    }));
  });
  after(() => world.close());

  /** What the news says, and whose webhook is told of it. */
  const said = (news: LeadNews) => ({
    revision: news.revision,
    offer: news.offer_id,
    campaign: news.campaign_id,
    external_ids: [news.external_id, news.answer.external_id],
    subids: [news.subid, news.tracking.subid],
    click_id: news.tracking.click_id,
    lanes: messagesAbout(news, world.api.platform.catalogue.current()).map(({ lane }) => lane),
  });
  const lead = newPerson();
  const sent = (n: number, over: object) => ({
    lead,
    external_id: `order-${n}`,
    tracking: { ip_address: '203.0.113.7', click_id: `click-${n}`, subid: `page-${n}` },
    ...over,
  });
  const asSent = (n: number, revision: number, campaign: string, offer: string, isDecided: boolean) => ({
    revision,
    offer: idOf('offer', offer),
    campaign: idOf('campaign', campaign),
    external_ids: [`order-${n}`, `order-${n}`],
    subids: [`page-${n}`, `page-${n}`],
    click_id: `click-${n}`,
    lanes: isDecided ? [`webhook:campaign:${idOf('campaign', campaign)}`] : [],
  });

  it('each piece is told as of its own submission, to the endpoint of its own campaign', async () => {
    const refusal = await world.direct('first', 'one', sent(1, { tcpa_consent: false }));
    expect(refusal.body.code).to.equal('INVALID_FIELD');
    const { svc_lead_id } = refusal.body;
    const again = await world.direct('second', 'two', sent(2, { svc_lead_id, tcpa_consent: true }));
    expect(again.body).to.include({ code: 'ACCEPTED', svc_lead_id });
    expect(world.buyer.received.at(-1)?.idempotencyKey, 'not that of the former').to.equal(
      `${svc_lead_id}:2`,
    );
    const told: LeadNews[] = [];
    await publishNews({
      news: createNewsStore(world.api.connection),
      leads: world.api.platform.leads,
      log: silentLog,
      tell: (all) => Promise.resolve(void told.push(...all)),
    });
    expect(told.filter(({ lead_id }) => lead_id === svc_lead_id).map(said)).to.deep.equal([
      asSent(1, 1, 'first', 'one', true),
      asSent(2, 2, 'second', 'two', false),
      asSent(2, 3, 'second', 'two', true),
    ]);
  });
});
