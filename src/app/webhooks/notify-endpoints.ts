import type { LeadNews } from '../../core/news/lead-news.js';
import { messagesAbout, type LaneMessage } from '../../core/webhooks/webhook-messages.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { WebhookLanes, WebhookMessages } from '../ports/webhook-store.js';

export interface NotifyPorts {
  readonly messages: Pick<WebhookMessages, 'add'>;
  readonly lanes: Pick<WebhookLanes, 'ask'>;
  readonly catalogue: CatalogueSource;
  readonly clock: () => Date;
}

/**
 * Stores what the endpoints of the catalogue are told of news. Repeating it stores nothing twice. Throws on an outage.
 */
export const notifyEndpoints = (ports: NotifyPorts, news: readonly LeadNews[]): Promise<void> => {
  const catalogue = ports.catalogue.current();
  return storeMessages(
    ports,
    news.flatMap((one) => messagesAbout(one, catalogue)),
  );
};

/** Stores messages, and then that their lanes have something. */
export async function storeMessages(
  { messages, lanes, clock }: Pick<NotifyPorts, 'messages' | 'lanes' | 'clock'>,
  all: readonly LaneMessage[],
): Promise<void> {
  if (all.length === 0) return;
  await messages.add(all);
  await lanes.ask([...new Set(all.map(({ lane }) => lane))], clock());
}
