import type { CampaignOffer } from '../../core/catalogue/types.js';
import type { Subject } from '../../core/checks/check.js';
import { isOwnerOver, claimStatus, windowStart } from '../../core/duplicates/claim-status.js';
import type { ClaimRequest } from '../ports/claim-store.js';
import type { ClaimOwner } from '../../core/duplicates/claim-owner.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { applyEffect } from './apply-effects.js';

/** Tries to take identities that others give back at the same moment. */
const MAX_TRIES = 3;

interface Claiming {
  readonly lead: LeadRecord;
  readonly campaign_offer: CampaignOffer;
  readonly subject: Subject;
}

/**
 * Takes a lead's claims. Only somebody in the way costs more than one command: his lead is read. What was claimed
 * before the window is in the way, too, until its lead is known to be over.
 */
export async function reserveClaims(
  ports: WorkPorts,
  { lead, campaign_offer: campaignOffer, subject }: Claiming,
): Promise<readonly ClaimOwner[] | 'wait'> {
  const { offer } = campaignOffer;
  const owner: ClaimOwner = {
    lead: lead.id,
    affiliate: lead.affiliate_id,
    round: lead.round,
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
    const met = await readOwners(ports, taken.holders, request);
    if (met.sold) return [met.sold];
    if (met.wait) return 'wait';
    for (const id of met.over) over.add(id);
  }
  return 'wait';
}

/**
 * Whoever waits for another holds nothing that the other may wait for: two that took under a narrower policy, or were stopped
 * while they took, would wait for each other for ever. A later run's claims are not this one's to give back. A lead that a buyer has had keeps its own,
 * also where that said "try again": it may call back.
 */
export async function yieldClaims(
  { claims }: Pick<WorkPorts, 'claims'>,
  { id, round, runs: run, identities, attempts }: LeadRecord,
): Promise<void> {
  const keys = identities.map(({ key }) => key);
  const isHad = attempts.some((one) => one.round === round && one.outcome !== 'never_sent');
  if (!isHad) await claims.giveBack(keys, { lead: id, round, run });
}

interface Met {
  readonly sold?: ClaimOwner;
  readonly wait: boolean;
  readonly over: readonly string[];
}

/** Reads the holders' leads; debts of those that keep no claim any more are paid on the way. */
async function readOwners(
  ports: WorkPorts,
  owners: readonly ClaimOwner[],
  request: ClaimRequest,
): Promise<Met> {
  const since = windowStart(request.policy, request.now);
  const keys = request.identities.map(({ key }) => key);
  const leads = new Map(
    (await ports.leads.readMany(owners.map(({ lead }) => lead))).map((lead) => [lead.id, lead]),
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

async function releaseStaleOwner(
  ports: WorkPorts,
  lead: LeadRecord,
  owner: ClaimOwner,
  keys: readonly string[],
): Promise<void> {
  const effects = lead.debts.filter(({ round }) => round === owner.round);
  for (const effect of effects) await applyEffect(ports, lead.id, effect);
  // A worker that slept may have claimed for a lead that had ended: nobody owes it, so it is taken away here, from the
  // identities that are asked for; the holder's own may be others by now.
  if (effects.length === 0) await ports.claims.release(keys, lead.id, owner.round);
}
