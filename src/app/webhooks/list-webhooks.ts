import type { Catalogue } from '../../core/catalogue/types.js';
import { endpointName, endpointsOf, type Endpoint } from '../../core/webhooks/endpoints.js';
import type { Lane } from '../../core/outbox/lane.js';
import { isUuid } from '../../core/uuid.js';
import { ActRefused } from '../act-refused.js';
import type { MessageFilter, WebhookMessage, WebhookMessages } from '../ports/webhook-store.js';

export interface WebhookViewPorts {
  readonly messages: WebhookMessages;
}

type Ends = Pick<Catalogue, 'affiliates' | 'campaigns'>;

/** An endpoint as an operator sees it. The names of its secrets are in the catalogue. */
export interface EndpointView {
  /** `webhook:campaign:spring` */
  readonly name: string;
  readonly kind: Endpoint['kind'];
  readonly affiliate: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly waiting: number;
  readonly oldest: Date | null;
  readonly parked: number;
  readonly failures: number;
  readonly open_until?: Date;
  readonly paused?: Lane['paused'];
  /** When it last took a message. */
  readonly delivered_at?: Date;
}

/** All endpoints of the catalogue, with what waits for them and what was parked since. Throws on an outage. */
export async function listEndpoints(
  { messages }: WebhookViewPorts,
  catalogue: Ends,
  parkedSince?: Date,
): Promise<EndpointView[]> {
  const endpoints = [...endpointsOf(catalogue).values()];
  const [counts, known] = await Promise.all([
    messages.counts(parkedSince),
    messages.readLanes(endpoints.map(({ lane }) => lane)),
  ]);
  return endpoints.map((endpoint) => {
    const { kind, settings, lane: id, affiliate_id } = endpoint;
    const count = counts.find(({ lane }) => lane === id);
    const lane = known.find((each) => each.id === id);
    return {
      ...{ name: endpointName(endpoint), kind, url: settings.url },
      affiliate: catalogue.affiliates.get(affiliate_id)?.handle ?? affiliate_id,
      events: kind === 'webhook' ? settings.events : settings.on,
      ...{ waiting: count?.waiting ?? 0, oldest: count?.oldest ?? null },
      ...{ parked: count?.parked ?? 0, failures: lane?.failures ?? 0 },
      ...(lane?.open_until && { open_until: lane.open_until }),
      ...(lane?.paused && { paused: lane.paused }),
      ...(lane?.delivered_at && { delivered_at: lane.delivered_at }),
    };
  });
}

/** The endpoint with this name. Throws an ActRefused, whose message is for a person. */
export function endpointNamed(catalogue: Ends, name: string): Endpoint {
  const all = [...endpointsOf(catalogue).values()];
  const found = all.find((each) => endpointName(each) === name || each.lane === name);
  if (found) return found;
  const names = all.map(endpointName);
  throw new ActRefused(
    'unknown',
    names.length === 0
      ? 'No affiliate and no campaign of the catalogue has a webhook or a postback'
      : `There is no endpoint ${name}: there are ${names.join(', ')}`,
    'endpoint',
  );
}

/** Messages of an endpoint, or about a lead, newest first, with their attempts. Throws on an outage. */
export function listMessages(
  { messages }: WebhookViewPorts,
  catalogue: Ends,
  { about, ...filter }: { readonly about: string } & Pick<MessageFilter, 'states' | 'limit' | 'now'>,
): Promise<WebhookMessage[]> {
  const of = isUuid(about) ? { lead_id: about } : { lane: endpointNamed(catalogue, about).lane };
  return messages.list({ ...filter, ...of });
}
