import { inUse } from '../../core/catalogue/in-use.js';
import type { Command } from 'commander';
import {
  destinationsOf,
  destinationState,
  noticeDestinations,
  verifications,
} from '../../core/destination-gate/destination-states.js';
import type { Cli } from '../cli.js';
import { printJson, renderRows } from '../render/table.js';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import { neededForCallbacks, neededToCall } from '../../core/catalogue/secrets-needed.js';
import { lacking } from '../wiring/secrets.js';
import { withLeadkeepDatabase } from '../wiring/with-database.js';
import { withRedis } from '../wiring/with-redis.js';

const COLUMNS =
  'offer status=offer_status what step breaker=breaker.position open_for=breaker.open_ms failed=breaker.failures in_flight max=max_in_flight waiting attempts=last_hour.attempts success=last_hour.success p50=last_hour.p50_ms p95=last_hour.p95_ms p99=last_hour.p99_ms last_error=last_hour.last_error.what secrets_missing_here=missing_secrets';

/** `leadkeep destinations`: the health of each delivery and search address, now and in the last hour. */
export function addDestinations(program: Command, cli: Cli): void {
  program
    .command('destinations')
    .description(
      'show breaker, requests in flight, the last hour and missing secrets of each delivery, partner search, verification and notice to a buyer',
    )
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const now = cli.clock();
      const { catalogue, flying } = await withLeadkeepDatabase(cli.env, async (database) => ({
        catalogue: compileCurrent(await database.catalogue.current()),
        flying: await database.inFlight(now),
      }));
      const found = [
        ...inUse(catalogue.offers.values()).flatMap(destinationsOf),
        ...inUse(catalogue.campaigns.values()).flatMap((offer) =>
          verifications(offer).map((one) => ({ offer, ...one })),
        ),
        // Also a retired buyer is told.
        ...[...catalogue.buyers.values()].flatMap((offer) =>
          noticeDestinations(offer).map((one) => ({ offer, ...one })),
        ),
      ];
      const ids = found.map(({ destination }) => destination.id);
      const views = await withRedis(cli.env, (redis) => redis.destinationGates(ids, now));
      const rows = found.map(({ offer, needs, ...one }) => {
        const needy = [{ handle: offer.handle, delivery: needs }];
        return {
          offer: offer.handle,
          offer_status: offer.status,
          ...destinationState(one, { views, flying }),
          missing_secrets: [
            ...lacking(neededToCall(needy), cli.env).keys(),
            ...lacking(neededForCallbacks(needy), cli.env).keys(),
          ],
        };
      });
      if (json === true) printJson(cli, rows);
      else cli.print(rows.length === 0 ? 'The catalogue has no offers.' : renderRows(rows, COLUMNS));
      if (rows.some(({ missing_secrets }) => missing_secrets.length > 0))
        cli.note(
          'This command looks for secrets in its own environment. For those of the workers and web, see /readyz.',
        );
    });
}
