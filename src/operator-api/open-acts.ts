import { createCatalogueStore } from '../platform/mongo/catalogue/catalogue-store.js';
import { createKeyStore, createOperatorKeyStore } from '../platform/mongo/keys/key-store.js';
import { createLeadOverview } from '../platform/mongo/stores/lead-overview.js';
import { createTestPostTools } from '../platform/outbound/test-post-tools.js';
import { guardOutages } from '../platform/process/outage.js';
import type { Platform } from '../platform/process/platform.js';
import type { ActPorts } from './act-ports.js';

/** Connects what changes something with its adapters. */
export function openActs(platform: Platform, clock: () => Date): ActPorts {
  const { connection, leads, returns, geo, settings } = platform;
  const inMongo = <T extends object>(store: T): T => guardOutages('MongoDB', store);
  return {
    ...{ leads, returns, geo },
    overview: inMongo(createLeadOverview(connection)),
    versions: inMongo(createCatalogueStore(connection)),
    keys: inMongo(createKeyStore(connection)),
    operatorKeys: inMongo(createOperatorKeyStore(connection)),
    withTools: createTestPostTools({ env: process.env, allow: settings.outboundAllow, clock }),
  };
}
