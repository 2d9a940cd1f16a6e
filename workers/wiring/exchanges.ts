import type { ExchangeStore } from '../../src/app/ports/exchange-store.js';
import { createExchangeStore } from '../../src/platform/mongo/exchanges/exchange-store.js';
import { guardMongo } from '../../src/platform/process/outage.js';
import type { Platform } from '../../src/platform/process/platform.js';

/** Requests and answers, on the real services. */
export const exchangeStore = ({ connection }: Pick<Platform, 'connection'>): ExchangeStore =>
  guardMongo(createExchangeStore(connection));
