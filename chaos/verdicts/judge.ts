import { CAMPAIGN_IDS } from '../plan/catalogue.js';
import { campaignCap, planBuyers, planOffers } from '../plan/offers.js';
import { checkAcknowledged, checkKeys } from './acknowledged.js';
import { checkAgreement } from './agreement.js';
import { checkCaps, type Filled } from './caps.js';
import { checkCatalogue } from './catalogue.js';
import { checkCeilings } from './ceilings.js';
import { checkConsent } from './consent.js';
import type { Evidence, Violation } from './evidence.js';
import { checkExclusivity } from './exclusivity.js';
import { checkIdentities } from './identities.js';
import { checkSettled } from './settled.js';

/** All verdicts over the evidence of a rehearsal with `submits` submits. */
export function judge(
  evidence: Evidence,
  submits: number,
): { readonly violations: Violation[]; readonly filled: readonly Filled[] } {
  const offers = planOffers(submits);
  const byHandle = new Map(offers.map((offer) => [offer.handle, offer]));
  const campaignCaps = new Map(
    CAMPAIGN_IDS.map((id, n) => [id as string, n === 1 ? [campaignCap(submits)] : []]),
  );
  const caps = checkCaps(evidence, { submits, buyers: planBuyers(submits), campaignCaps });
  return {
    violations: [
      ...checkAcknowledged(evidence),
      ...checkKeys(evidence),
      ...checkAgreement(evidence),
      ...checkIdentities(evidence, byHandle),
      ...caps.violations,
      ...checkExclusivity(evidence, byHandle),
      ...checkCatalogue(evidence, submits),
      ...checkConsent(evidence),
      ...checkCeilings(evidence),
      ...checkSettled(evidence),
    ],
    filled: caps.filled,
  };
}
