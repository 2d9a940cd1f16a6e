import { decidingPoint, otherPoints } from '../caps/reservation-points.js';
import type { LeadCore, ReservationEffect, ReservationPoint } from '../lead/lead-record.js';

/** If the claim may be this much older than the decision that keeps it, its window is renewed from the decision. */
const RENEW_AFTER_MS = 60_000;

function effectOf(
  lead: LeadCore,
  what: ReservationEffect['what'],
  claim_action: ReservationEffect['claim_action'],
  since: Date,
  point: ReservationPoint | undefined,
): ReservationEffect {
  const also_release = point ? otherPoints(lead, point) : [];
  return {
    ...{ kind: 'reservations', what, since, submission: lead.submission, claim_action },
    keys: lead.identities.map(({ key }) => key),
    offer_id: lead.offer_id,
    campaign_id: lead.campaign_id,
    ...(lead.program_id === undefined ? {} : { program_id: lead.program_id }),
    ...(lead.search_id === undefined ? {} : { search_id: lead.search_id }),
    ...(point ? { intent_at: point.at } : {}),
    buyer_id: (point ?? lead).buyer_id,
    ...(also_release.length === 0 ? {} : { also_release }),
  };
}

/** A claim has the time of the first evaluation of its submission. Its window must start when the lead is decided. */
const keepOrRenew = ({ received_at }: LeadCore, now: Date): 'keep' | 'renew' =>
  now.getTime() - received_at.getTime() > RENEW_AFTER_MS ? 'renew' : 'keep';

/**
 * An acceptance confirms the slot and the reservations of the deciding attempt. The other reservations are released.
 */
export const confirmEffect = (lead: LeadCore, now: Date): ReservationEffect =>
  effectOf(lead, 'confirm', keepOrRenew(lead, now), now, decidingPoint(lead));

/**
 * A buyer's duplicate releases the slot and the reservations. The buyer already has the person, so the claims stay.
 */
export const duplicateEffect = (lead: LeadCore, now: Date): ReservationEffect =>
  effectOf(lead, 'release', keepOrRenew(lead, now), now, lead.intent);

/**
 * Every other final state releases what the submission reserved. `keep`: the buyer has the lead, so its claims stay.
 */
export const releaseEffect = (
  lead: LeadCore,
  now: Date,
  claims: 'release' | 'keep' = 'release',
): ReservationEffect => effectOf(lead, 'release', claims, now, lead.intent);
