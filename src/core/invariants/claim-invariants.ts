import { claimHoldingOf } from './holdings.js';
import type { Invariant } from './invariant.js';
import type { CheckedClaim } from './records.js';
import { isLeftover } from './search-invariants.js';

type ClaimInvariant = Invariant<CheckedClaim>;

const ownerHasLead: ClaimInvariant = {
  name: 'owner-has-lead',
  sentence: 'Every owner of a claim is a stored lead. A claim may outlive a lead whose retention has ended.',
  faults: ({ owners }, { lead, kept_since }) =>
    owners
      .filter((owner) => !lead(owner.lead) && (kept_since === null || owner.at >= kept_since))
      .map((owner) => `owner ${owner.lead} does not exist`),
};

const ownerKeepsClaim: ClaimInvariant = {
  name: 'owner-keeps-claim',
  sentence: 'A lead that ended without a sale and has no pending effects holds no claim.',
  faults: ({ owners }, world) =>
    owners.flatMap((owner) => {
      const lead = world.lead(owner.lead);
      if (!lead || claimHoldingOf(lead, owner.submission) !== 'no' || !isLeftover(lead, world)) return [];
      return [`owner ${lead.id} is ${lead.state} and keeps its claim of submission ${owner.submission}`];
    }),
};

/** Invariants of the claim on one identity and of its owners. */
export const CLAIM_INVARIANTS: readonly ClaimInvariant[] = [ownerHasLead, ownerKeepsClaim];
