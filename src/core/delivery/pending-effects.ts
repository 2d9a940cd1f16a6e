import { decidingMoment, otherMoments } from '../caps/moments.js';
import type { PendingEffect, LeadCore, Moment } from '../lead/lead-record.js';

/** If the claim may be this much older than the decision that keeps it, its window is renewed from the decision. */
const RENEW_AFTER_MS = 60_000;

function effectOf(
  lead: LeadCore,
  action: PendingEffect['action'],
  claims: PendingEffect['claims'],
  since: Date,
  moment: Moment | undefined,
): PendingEffect {
  const others = moment ? otherMoments(lead, moment) : [];
  return {
    submission: lead.submission,
    action,
    claims,
    since,
    keys: lead.identities.map(({ key }) => key),
    offer_id: lead.offer_id,
    campaign_id: lead.campaign_id,
    ...(lead.program_id === undefined ? {} : { program_id: lead.program_id }),
    ...(lead.search_id === undefined ? {} : { search_id: lead.search_id }),
    ...(moment ? { intent_at: moment.at } : {}),
    buyer_id: (moment ?? lead).buyer_id,
    ...(others.length === 0 ? {} : { others }),
  };
}

/** A claim has the time of the first evaluation of its submission. Its window must start when the lead is decided. */
const kept = ({ received_at }: LeadCore, now: Date): 'keep' | 'renew' =>
  now.getTime() - received_at.getTime() > RENEW_AFTER_MS ? 'renew' : 'keep';

/**
 * An acceptance confirms the slot and the reservations of the deciding attempt. The other reservations are released.
 */
export const confirmEffect = (lead: LeadCore, now: Date): PendingEffect =>
  effectOf(lead, 'confirm', kept(lead, now), now, decidingMoment(lead));

/**
 * A buyer's duplicate releases the slot and the reservations. The buyer already has the person, so the claims stay.
 */
export const duplicateEffect = (lead: LeadCore, now: Date): PendingEffect =>
  effectOf(lead, 'release', kept(lead, now), now, lead.intent);

/**
 * Every other final state releases what the submission reserved. `keep`: the buyer has the lead, so its claims stay.
 */
export const releaseEffect = (
  lead: LeadCore,
  now: Date,
  claims: 'release' | 'keep' = 'release',
): PendingEffect => effectOf(lead, 'release', claims, now, lead.intent);
