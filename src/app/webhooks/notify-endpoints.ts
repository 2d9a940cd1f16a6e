import type { LeadNews } from '../../core/news/lead-news.js';
import { messagesAbout } from '../../core/webhooks/webhook-messages.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { WebhookMessages } from '../ports/webhook-store.js';

export interface NotifyPorts {
  readonly messages: Pick<WebhookMessages, 'add'>;
  readonly catalogue: CatalogueSource;
  readonly clock: () => Date;
}

/**
 * Stores what the endpoints of the catalogue are told of news. Repeating it stores nothing twice. Throws on an outage.
 */
export const notifyEndpoints = (
  { messages, catalogue, clock }: NotifyPorts,
  news: readonly LeadNews[],
): Promise<void> =>
  messages.add(
    news.flatMap((one) => messagesAbout(one, catalogue.current())),
    clock(),
  );
