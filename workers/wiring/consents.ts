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

/** Chains the evidence of each day that is over, and publishes its head. */
export function consentChain(platform: Platform) {
  const { consents, leads, log, settings } = platform;
  const client = createHttpClient(settings, clock);
  const places = headPublishers(settings, client);
  return {
    async chain() {
      await chainEvidence({ consents, leads, clock });
      await publishHeads({ consents, log, places });
    },
    close: () => client.close(),
  };
}
