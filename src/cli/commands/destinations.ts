import type { Command } from 'commander';
import type { Offer } from '../../core/catalogue/types.js';
import {
  deliveryDestination,
  followUpDestination,
  searchDestination,
  type Destination,
} from '../../core/destination-gate/destination.js';
import { summaryOf } from '../../core/destination-gate/summary.js';
import type { Cli } from '../cli.js';
import { renderDestinations, type DestinationRow } from '../render/destinations.js';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import { missingCallbackSecrets, missingSecrets } from '../wiring/secrets.js';
import { withLeadkeepDatabase } from '../wiring/with-database.js';
import { withRedis } from '../wiring/with-redis.js';

/** `leadkeep destinations`: the health of each delivery and search address, now and in the last hour. */
export function addDestinations(program: Command, cli: Cli): void {
  program
    .command('destinations')
    .description(
      'show breaker, requests in flight, the last hour and missing secrets of each delivery and partner search',
    )
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const now = cli.clock();
      const { catalogue, flying } = await withLeadkeepDatabase(cli.env, async (database) => ({
        catalogue: compileCurrent(await database.catalogue.current()),
        flying: await database.inFlight(now),
      }));
      const found = [...catalogue.offers.values()]
        .filter(({ status }) => status !== 'retired')
        .flatMap(destinationsOf);
      const ids = found.map(({ destination }) => destination.id);
      const views = await withRedis(cli.env, (redis) => redis.destinationGates(ids, now));
      const rows = found.map(({ offer, what, destination, needs }): DestinationRow => {
        const view = views.get(destination.id);
        const needy = [{ handle: offer.handle, delivery: needs }];
        return {
          offer: offer.handle,
          what,
          offer_status: offer.status,
          breaker: view?.breaker ?? { position: 'closed', failures: 0, open_ms: 0 },
          // A lead records a follow-up only after the answer, so follow-ups in flight are unknown.
          in_flight: what === 'follow-up' ? null : (flying.get(destination.id) ?? 0),
          max_in_flight: destination.max_in_flight ?? null,
          per_minute: destination.per_minute ?? null,
          waiting: view?.waiting ?? 0,
          last_hour: summaryOf(view?.passed ?? []),
          missing_secrets: [
            ...missingSecrets(needy, cli.env).keys(),
            ...missingCallbackSecrets(needy, cli.env).keys(),
          ],
        };
      });
      cli.print(json === true ? JSON.stringify(rows, null, 2) : renderDestinations(rows, now));
      if (rows.some(({ missing_secrets }) => missing_secrets.length > 0))
        cli.note(
          'This command looks for secrets in its own environment. For those of the workers and web, see /readyz.',
        );
    });
}

interface Found {
  readonly offer: Offer;
  readonly what: DestinationRow['what'];
  readonly destination: Destination;
  /** Where the destination needs secrets: in headers, and for a delivery also in the callback's signature. */
  readonly needs: Pick<Offer['delivery'], 'headers' | 'callback'>;
}

/** The addresses for partner searches, for leads, and for follow-ups about pending leads. */
function destinationsOf(offer: Offer): Found[] {
  const { partner, delivery } = offer;
  const { headers, callback, follow_up } = delivery;
  const found: Found[] = [];
  if (partner) {
    const { search } = partner;
    const needs = { headers: search.headers };
    found.push({ offer, what: 'search', destination: searchDestination(offer, search), needs });
  }
  const what = partner ? 'submit' : 'delivery';
  const needs = { headers, ...(callback ? { callback } : {}) };
  found.push({ offer, what, destination: deliveryDestination(offer), needs });
  if (follow_up) {
    const asks = { headers: follow_up.headers ?? headers };
    found.push({ offer, what: 'follow-up', destination: followUpDestination(offer), needs: asks });
  }
  return found;
}
