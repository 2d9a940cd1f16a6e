import type { Catalogue } from '../catalogue/types.js';
import type { LeadNews } from '../news/lead-news.js';
import type { NewMessage } from '../outbox/outbox-message.js';
import { isUuid } from '../uuid.js';
import { postbackValues, type PostbackValues } from './postback.js';
import { endpointFor, type Endpoint } from './endpoints.js';
import type { PostbackEvent, WebhookEvent } from './webhook-settings.js';

/** What a webhook is sent as JSON. The same bytes on every try. */
export interface WebhookContent {
  readonly type: WebhookEvent | 'webhook.test';
  readonly timestamp: string;
  /** An operator had it sent again: it may come out of order. */
  readonly replay?: true;
  readonly data: object;
}

/** What a postback fills its address with. */
export interface PostbackContent {
  readonly type: PostbackEvent | 'test';
  readonly values: PostbackValues;
}

const EVENT_OF = {
  decided: 'lead.decided',
  returned: 'lead.returned',
  return_reversed: 'lead.return_reversed',
} as const;

/** The messages about one piece of news, for the endpoints that ask for it. Nobody is told of test leads. */
export function messagesAbout(
  news: LeadNews,
  catalogue: Pick<Catalogue, 'affiliates' | 'campaigns'>,
): NewMessage[] {
  const { kind, environment, affiliate_id, campaign_id } = news;
  if (environment !== 'live' || kind === 'changed') return [];
  const webhook = endpointFor(catalogue, 'webhook', affiliate_id, campaign_id);
  const postback = endpointFor(catalogue, 'postback', affiliate_id, campaign_id);
  const event = EVENT_OF[kind];
  return [
    ...(webhook?.settings.events.includes(event) ? [messageOf(webhook, news, contentOf(event, news))] : []),
    ...(postback ? postbackFor(postback, news) : []),
  ];
}

function postbackFor(endpoint: Extract<Endpoint, { kind: 'postback' }>, news: LeadNews): NewMessage[] {
  const type = postbackEventOf(news);
  if (!type || !endpoint.settings.on.includes(type)) return [];
  const content: PostbackContent = { type, values: postbackValues(news, type) };
  return [messageOf(endpoint, news, content)];
}

function postbackEventOf({ kind, status }: LeadNews): PostbackEvent | undefined {
  if (kind === 'returned') return 'returned';
  return kind === 'decided' && status === 'accepted' ? 'accepted' : undefined;
}

/** What reading the lead answered right after the change, and what belongs to it. */
function contentOf(type: WebhookEvent, news: LeadNews): WebhookContent {
  const { at, answer, revision, campaign_id, offer_id, external_id, tracking } = news;
  return {
    type,
    timestamp: at.toISOString(),
    data: {
      ...answer,
      ...{ sequence: revision, campaign_id, offer_id },
      ...(external_id === undefined ? {} : { external_id }),
      tracking,
    },
  };
}

/** Messages of one lead leave in the order of its revisions. */
const messageOf = (
  { lane, kind, affiliate_id }: Endpoint,
  { id, lead_id, revision, at }: LeadNews,
  content: WebhookContent | PostbackContent,
): NewMessage => ({
  ...{ id: `${kind}:${id}`, kind, lane, subject: `${lane}/${lead_id}`, order: revision, content },
  ...{ affiliate_id, created_at: at },
});

/** The lead that a message is about. Undefined: it is about none (a test, a full cap). */
export function leadOfMessage({ subject, lane }: Pick<NewMessage, 'subject' | 'lane'>): string | undefined {
  const id = subject.slice(lane.length + 1);
  return isUuid(id) ? id : undefined;
}

/** A message that no lead is about. It waits for nothing. */
export const looseMessage = (
  { lane, kind, affiliate_id }: Endpoint,
  id: string,
  content: WebhookContent | PostbackContent,
  at: Date,
): NewMessage => ({
  ...{ id, kind, lane, subject: `${lane}/${id}`, order: 0, content, affiliate_id, created_at: at },
});
