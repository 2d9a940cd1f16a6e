import { claimHoldingOf } from './holdings.js';
import type { Invariant } from './invariant.js';
import type { CheckedClaim } from './records.js';
import { isLeftover } from './search-invariants.js';

type ClaimInvariant = Invariant<CheckedClaim>;

const holderHasLead: ClaimInvariant = {
  name: 'holder-has-lead',
  sentence: 'Every owner of a claim is a stored lead. A claim may outlive a lead whose retention has ended.',
  faults: ({ holders }, { lead, kept_since }) =>
    holders
      .filter((holder) => !lead(holder.lead) && (kept_since === null || holder.at >= kept_since))
      .map((holder) => `holder ${holder.lead} does not exist`),
};

const holderKeepsClaim: ClaimInvariant = {
  name: 'holder-keeps-claim',
  sentence: 'A lead that ended without a sale and has no pending effects holds no claim.',
  faults: ({ holders }, world) =>
    holders.flatMap((holder) => {
      const lead = world.lead(holder.lead);
      if (!lead || claimHoldingOf(lead, holder.round) !== 'no' || !isLeftover(lead, world)) return [];
      return [`holder ${lead.id} is ${lead.state} and keeps its claim of round ${holder.round}`];
    }),
};

/** Of one identity's claim and the leads that hold it. */
export const CLAIM_INVARIANTS: readonly ClaimInvariant[] = [holderHasLead, holderKeepsClaim];
