import type { EndpointReading } from '../../core/alerts/readings.js';
import { createSharedRead } from '../now/shared-read.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import { listEndpoints, type WebhookViewPorts } from '../webhooks/list-webhooks.js';

const DAY_MS = 86_400_000;
/** A dead endpoint may have a hundred thousand messages waiting, which are counted. Its rule is about hours. */
const MAX_AGE_MS = 30_000;

/** Reads what affiliates still have to be told. Throws on an outage. */
export function createEndpointReader(
  ports: WebhookViewPorts,
  catalogue: CatalogueSource,
  clock: () => Date,
): () => Promise<readonly EndpointReading[]> {
  const read = async (now: Date): Promise<EndpointReading[]> => {
    const parkedSince = new Date(now.getTime() - DAY_MS);
    const endpoints = await listEndpoints(ports, catalogue.current(), parkedSince);
    return endpoints.map(({ name, affiliate, waiting, oldest, parked, paused }) => ({
      ...{ name, affiliate, waiting, oldest, parked },
      is_paused: paused !== undefined,
    }));
  };
  const shared = createSharedRead(read, MAX_AGE_MS, clock);
  return async () => (await shared.get()).value;
}
