import { randomUUID } from 'node:crypto';
import { chainEvidence } from '../../src/app/consent/chain-evidence.js';
import type { KeepPorts } from '../../src/app/consent/keep-evidence.js';
import { publishHeads } from '../../src/app/consent/publish-heads.js';
import type { ConsentStore } from '../../src/app/ports/consent-store.js';
import { createConsentStore } from '../../src/platform/mongo/consent/consent-store.js';
import { sealerOf } from '../../src/platform/mongo/sealing/keyed-sealer.js';
import { createLeases } from '../../src/platform/mongo/alerts/leases.js';
import { createHttpClient } from '../../src/platform/outbound/http-client.js';
import { headPublishers } from '../../src/platform/process/head-publishers.js';
import { guardMongo } from '../../src/platform/process/outage.js';
import type { Platform } from '../../src/platform/process/platform.js';

const clock = (): Date => new Date();

/** The evidence of consents, on the real services. */
export const consentPorts = (
  platform: Platform,
): KeepPorts & Pick<Platform, 'leads' | 'searches'> & { readonly consents: ConsentStore } => ({
  leads: platform.leads,
  searches: platform.searches,
  consents: guardMongo(createConsentStore(platform.connection)),
  sealer: sealerOf(platform.connection),
  clock,
});

/** Chains evidence in one process at a time, and publishes the heads of days. */
export function consentChain(platform: Platform) {
  const { connection, log, settings } = platform;
  const { consents, leads } = consentPorts(platform);
  const leases = guardMongo(createLeases(connection));
  const owner = randomUUID();
  const client = createHttpClient(settings, clock);
  const places = headPublishers(settings, client);
  return {
    chain: () => chainEvidence({ consents, leads, leases, clock, owner }),
    publish: () => publishHeads({ consents, clock, log, places }),
    close: () => client.close(),
  };
}
