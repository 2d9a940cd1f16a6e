import { expect } from 'chai';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import type { LeadNews } from '../../../src/core/news/lead-news.js';
import { messagesAbout } from '../../../src/core/webhooks/webhook-messages.js';
import {
  DEFAULT_EVENTS,
  type PostbackSettings,
  type WebhookSettings,
} from '../../../src/core/webhooks/webhook-settings.js';
import { IDS, testAffiliate, testCampaign, testCatalogue } from '../../support/catalogue.js';

const AT = new Date('2026-11-21T12:00:00Z');
const webhook: WebhookSettings = {
  ...{ url: 'https://a.example/hooks', secrets: ['${secret:A}'], events: DEFAULT_EVENTS },
  insecure_http: false,
};
const postback: PostbackSettings = { url: 'https://t.example/', on: ['accepted'], insecure_http: false };
const base = testCatalogue();
const affiliate = [...base.affiliates.values()][0] ?? testAffiliate();
const campaign = [...base.campaigns.values()][0] ?? testCampaign();

const catalogueOf = (own: object, ofCampaign: object = {}): Catalogue => {
  const its = { ...affiliate, ...own };
  return {
    ...base,
    affiliates: new Map([[its.id, its]]),
    campaigns: new Map([[campaign.id, { ...campaign, affiliate: its, ...ofCampaign }]]),
  };
};
const news = (over: Partial<LeadNews> = {}): LeadNews => ({
  ...{ id: 'l:1', lead_id: 'l', revision: 1, affiliate_id: affiliate.id, campaign_id: campaign.id },
  ...{ offer_id: IDS.shared, kind: 'decided', at: AT, environment: 'live', status: 'accepted' },
  tracking: { subid: 's', click_id: 'k' },
  answer: {
    ...{ code: 'ACCEPTED', status: 'accepted', success: true, retryable: false, reason: 'r', message: 'm' },
    ...{ accepted: true, svc_lead_id: 'l', payout: 12.5, disposition: {} },
  },
  ...over,
});
const told = (catalogue: Catalogue, one: LeadNews): string[] =>
  messagesAbout(one, catalogue).map(
    ({ kind, lane, content }) => `${kind} ${lane} ${(content as { type: string }).type}`,
  );
const ofAffiliate = `webhook webhook:affiliate:${affiliate.id}`;

describe('who is told of the news of a lead', () => {
  const both = { webhook, postback };
  const rows: readonly (readonly [string, Catalogue, Partial<LeadNews>, readonly string[]])[] = [
    ['nobody without an endpoint', catalogueOf({}), {}, []],
    [
      'the affiliate, with both of its endpoints',
      catalogueOf(both),
      {},
      [`${ofAffiliate} lead.decided`, `postback postback:affiliate:${affiliate.id} accepted`],
    ],
    [
      'the campaign instead, where it has its own',
      catalogueOf({ webhook }, { webhook: { ...webhook, url: 'https://c.example/' } }),
      {},
      [`webhook webhook:campaign:${campaign.id} lead.decided`],
    ],
    [
      'no tracking platform of a refusal',
      catalogueOf(both),
      { status: 'rejected' },
      [`${ofAffiliate} lead.decided`],
    ],
    [
      'no tracking platform of a return, by default',
      catalogueOf(both),
      { kind: 'returned' },
      [`${ofAffiliate} lead.returned`],
    ],
    [
      'nobody of events that were not asked for',
      catalogueOf({ webhook: { ...webhook, events: ['cap.reached'] } }),
      {},
      [],
    ],
    ['nobody of test leads', catalogueOf(both), { environment: 'test' }, []],
    ['nobody of a lead that waits', catalogueOf(both), { kind: 'changed', status: 'pending' }, []],
    ['nobody of a retired affiliate', catalogueOf({ ...both, status: 'retired' }), {}, []],
    [
      'a disabled affiliate, of what it sold before',
      catalogueOf({ webhook, status: 'disabled' }),
      { kind: 'return_reversed' },
      [`${ofAffiliate} lead.return_reversed`],
    ],
  ];
  for (const [what, catalogue, over, expected] of rows)
    it(what, () => {
      expect(told(catalogue, news(over))).to.deep.equal(expected);
    });

  it('with the answer of the lead, its sequence and the ids of the affiliate', () => {
    const [message] = messagesAbout(
      news({ revision: 3, id: 'l:3', external_id: 'e-1' }),
      catalogueOf({ webhook }),
    );
    expect(message).to.deep.include({
      id: 'webhook:l:3',
      order: 3,
      subject: `webhook:affiliate:${affiliate.id}/l`,
    });
    expect(message?.content).to.deep.equal({
      type: 'lead.decided',
      timestamp: AT.toISOString(),
      data: {
        ...news().answer,
        ...{ sequence: 3, campaign_id: campaign.id, offer_id: IDS.shared, external_id: 'e-1' },
        tracking: { subid: 's', click_id: 'k' },
      },
    });
  });

  it('with no payout of a return that took it back', () => {
    const returned = { ...news().answer, payout_reversed: true, returned_at: AT.toISOString() };
    const on = catalogueOf({ postback: { ...postback, on: ['returned'] } });
    const [message] = messagesAbout(news({ kind: 'returned', answer: returned }), on);
    expect(message?.content).to.deep.equal({
      type: 'returned',
      values: { click_id: 'k', subid: 's', payout: '0.00', status: 'returned', transaction_id: 'l' },
    });
  });

  for (const [payout, told] of [
    [undefined, ''],
    [0, '0.00'],
    [30, '30.00'],
  ] as const)
    it(`with a payout of ${payout ?? 'nothing, as none is configured'} as "${told}"`, () => {
      const { payout: _, ...rest } = news().answer;
      const answer = { ...rest, ...(payout !== undefined && { payout }) };
      const [message] = messagesAbout(news({ answer }), catalogueOf({ postback }));
      expect(message?.content).to.have.nested.property('values.payout', told);
    });
});
