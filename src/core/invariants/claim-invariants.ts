import { claimHoldingOf } from './holdings.js';
import type { Invariant } from './invariant.js';
import type { CheckedClaim } from './records.js';
import { isLeftover } from './search-invariants.js';

type ClaimInvariant = Invariant<CheckedClaim>;

const ownerHasLead: ClaimInvariant = {
  name: 'holder-has-lead',
  sentence: 'Every owner of a claim is a stored lead. A claim may outlive a lead whose retention has ended.',
  faults: ({ holders }, { lead, kept_since }) =>
    holders
      .filter((owner) => !lead(owner.lead) && (kept_since === null || owner.at >= kept_since))
      .map((owner) => `holder ${owner.lead} does not exist`),
};

const ownerKeepsClaim: ClaimInvariant = {
  name: 'holder-keeps-claim',
  sentence: 'A lead that ended without a sale and has no pending effects holds no claim.',
  faults: ({ holders }, world) =>
    holders.flatMap((owner) => {
      const lead = world.lead(owner.lead);
      if (!lead || claimHoldingOf(lead, owner.round) !== 'no' || !isLeftover(lead, world)) return [];
      return [`holder ${lead.id} is ${lead.state} and keeps its claim of round ${owner.round}`];
    }),
};

/** Invariants of the claim on one identity and of its owners. */
export const CLAIM_INVARIANTS: readonly ClaimInvariant[] = [ownerHasLead, ownerKeepsClaim];
