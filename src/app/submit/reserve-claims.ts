import { reachedAttempt } from '../../core/delivery/attempt.js';
import type { ClaimOwner } from '../../core/duplicates/claim-owner.js';
import { claimStatus, duplicateWindowStart, isOwnerOver } from '../../core/duplicates/claim-status.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { ClaimRequest } from '../ports/claim-store.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { MAX_TRIES, type Candidate } from './candidate.js';
import { releaseStaleOwner } from './release-pending.js';

/**
 * Takes the claims of a lead with one command, unless another lead is in the way. Then this reads the other lead,
 * too. A claim from before the window is also in the way, until its lead is known to have ended.
 */
export async function reserveClaims(
  ports: WorkPorts,
  { lead, campaign_offer: campaignOffer, subject }: Candidate,
): Promise<readonly ClaimOwner[] | 'wait'> {
  const { offer } = campaignOffer;
  const owner: ClaimOwner = {
    lead: lead.id,
    affiliate: lead.affiliate_id,
    submission: lead.submission,
    offer: offer.id,
    buyer: offer.buyer.id,
    at: subject.now,
  };
  const over = new Set<string>();
  const { identities } = lead;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const request: ClaimRequest = {
      ...{ identities, policy: offer.duplicates, owner, now: subject.now },
      ...{ over: [...over], run: lead.runs },
    };
    const taken = await ports.claims.take(request);
    if (taken.won) return [];
    const met = await readOwners(ports, taken.owners, request);
    if (met.sold) return [met.sold];
    if (met.wait) return 'wait';
    for (const id of met.over) over.add(id);
  }
  return 'wait';
}

/**
 * Gives back the claims of a lead that waits for another lead, because the other lead may wait for them. Otherwise
 * two leads that claimed under a narrower policy, or were stopped while they claimed, would wait for each other
 * forever. This run gives back no claim of a later run. If a buyer has had the lead, the lead keeps its claims, even
 * after "try again", because the buyer may call back.
 */
export async function releaseClaimsWhileWaiting(
  { claims }: Pick<WorkPorts, 'claims'>,
  lead: LeadRecord,
): Promise<void> {
  if (keepsClaims(lead)) return;
  const { id, submission, runs: run, identities } = lead;
  const keys = identities.map(({ key }) => key);
  await claims.giveBack(keys, { lead: id, submission, run });
}

/** Whether a lead keeps its claims while it waits for another lead: a buyer has had it, by whichever of its attempts. */
export const keepsClaims = (lead: LeadRecord): boolean => reachedAttempt(lead) !== undefined;

interface Met {
  readonly sold?: ClaimOwner;
  readonly wait: boolean;
  readonly over: readonly string[];
}

/** Reads the leads of the claim owners. If a lead keeps no claim anymore, this applies its pending effects. */
async function readOwners(
  ports: WorkPorts,
  owners: readonly ClaimOwner[],
  request: ClaimRequest,
): Promise<Met> {
  const since = duplicateWindowStart(request.policy, request.now);
  const keys = request.identities.map(({ key }) => key);
  const leads = new Map(
    (await ports.leads.standings(owners.map(({ lead }) => lead))).map((lead) => [lead.id, lead]),
  );
  const over: string[] = [];
  let wait = false;
  for (const owner of owners) {
    const lead = leads.get(owner.lead);
    if (owner.at <= since && isOwnerOver(owner, lead)) {
      over.push(owner.lead);
      continue;
    }
    const standing = claimStatus(owner, lead);
    if (standing === 'sold') return { sold: owner, wait: false, over };
    if (standing === 'wait') wait = true;
    else if (lead) await releaseStaleOwner(ports, lead, owner, keys);
  }
  return { wait, over };
}
