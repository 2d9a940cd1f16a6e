import { randomUUID } from 'node:crypto';
import { chainEvidence } from '../../src/app/consent/chain-evidence.js';
import type { KeepPorts } from '../../src/app/consent/keep-evidence.js';
import { publishHeads } from '../../src/app/consent/publish-heads.js';
import type { ConsentStore } from '../../src/app/ports/consent-store.js';
import { sealerOf } from '../../src/platform/mongo/sealing/keyed-sealer.js';
import { createHttpClient } from '../../src/platform/outbound/http-client.js';
import { headPublishers } from '../../src/platform/process/head-publishers.js';
import type { Platform } from '../../src/platform/process/platform.js';

const clock = (): Date => new Date();

/** The evidence of consents, on the real services. */
export const consentPorts = (
  platform: Platform,
): KeepPorts & Pick<Platform, 'leads' | 'searches'> & { readonly consents: ConsentStore } => ({
  leads: platform.leads,
  searches: platform.searches,
  consents: platform.consents,
  sealer: sealerOf(platform.connection),
  clock,
});

/** Chains evidence in one process at a time, and publishes the heads of days. */
export function consentChain(platform: Platform) {
  const { consents, leads, leases, log, settings } = platform;
  const owner = randomUUID();
  const client = createHttpClient(settings, clock);
  const places = headPublishers(settings, client);
  return {
    chain: () => chainEvidence({ consents, leads, leases, clock, owner }),
    publish: () => publishHeads({ consents, clock, log, places }),
    close: () => client.close(),
  };
}
