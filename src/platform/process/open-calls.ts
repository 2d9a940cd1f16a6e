import type { Connection } from 'mongoose';
import { Counter, type Registry } from 'prom-client';
import { keepExchanges, type ExchangeKeeper } from '../mongo/exchanges/keep-exchanges.js';
import type { Destinations } from '../../app/ports/destinations.js';
import type { ExchangeRecorder } from '../../app/ports/exchange-store.js';
import type { NoticeSender } from '../../app/ports/notice-store.js';
import type { Verifier } from '../../app/ports/verifier.js';
import { createExchangeStore } from '../mongo/exchanges/exchange-store.js';
import { dataKeysOf } from '../mongo/sealing/data-keys-of.js';
import { createDestinations } from '../outbound/destinations.js';
import type { Log } from './logger.js';
import { guardMongo } from './outage.js';
import type { Settings } from './settings.js';

/** How a process calls others, and where it leaves the evidence of its calls. */
export interface CallParts {
  readonly destinations: Destinations & NoticeSender;
  readonly verifier: Verifier;
  /** Any further client leaves its evidence here (`noteCall`). */
  readonly exchanges: ExchangeRecorder;
}

interface Around {
  readonly settings: Settings;
  readonly log: Log;
  readonly metrics: Registry;
}

/** `close` waits for the calls, and then for their evidence to be stored. */
export function openCalls(
  connection: Connection,
  { settings, log, metrics }: Around,
): { readonly parts: CallParts; readonly close: () => Promise<void> } {
  const exchanges = openExchanges(connection, { log, metrics });
  const destinations = createDestinations({
    ...{ settings, env: process.env, log, clock: () => new Date(), recorder: exchanges },
  });
  return {
    parts: { destinations, verifier: destinations.verifier, exchanges },
    async close() {
      await destinations.close();
      await exchanges.close();
    },
  };
}

const NAME = 'leadkeep_exchanges_total';

/** A process without DATA_KEYS keeps no requests and answers, because it can't seal them. */
function openExchanges(connection: Connection, { log, metrics }: Omit<Around, 'settings'>): ExchangeKeeper {
  if (!dataKeysOf(connection)) return { note: () => undefined, close: () => Promise.resolve() };
  const counter =
    (metrics.getSingleMetric(NAME) as Counter<'kept'> | undefined) ??
    new Counter({
      name: NAME,
      help: 'Requests with their answers that were kept as evidence, or lost',
      labelNames: ['kept'],
      registers: [metrics],
    });
  return keepExchanges({
    store: guardMongo(createExchangeStore(connection)),
    log,
    onCounted(kept, exchanges) {
      counter.inc({ kept: kept ? 'yes' : 'no' }, exchanges);
    },
  });
}
