import type { LeadStage } from '../stages/lead-stage.js';
import { bucketsAt } from '../caps/cap-buckets.js';
import { hadReservations } from '../caps/had-reservations.js';
import { nameCaps, windowName } from '../caps/name-caps.js';
import type { Catalogue } from '../catalogue/types.js';
import type { ClaimedIdentity } from '../duplicates/claim-owner.js';
import type { LeadRecord } from '../lead/lead-record.js';
import { isFinal } from '../lead/lead-states.js';
import type { Entry } from '../money/entry.js';
import type { NameEntry } from './names.js';

/** What stands in other records about a lead. */
export interface Surroundings {
  readonly claims: readonly ClaimedIdentity[];
  readonly entries: readonly Entry[];
  readonly stages: readonly LeadStage[];
  readonly catalogue: Catalogue;
}

/** Who has the person: for each kind of identity, the leads that claim it. Keys stay inside. */
export const claimsView = (lead: LeadRecord, claims: readonly ClaimedIdentity[], name: NameEntry) =>
  lead.identities.map(({ kind, key }) => ({
    kind,
    claimed_by: (claims.find((claim) => claim.key === key)?.owners ?? []).map((owner) => ({
      lead_id: owner.lead,
      is_this_lead: owner.lead === lead.id,
      affiliate: name('affiliates', owner.affiliate),
      offer: name('offers', owner.offer),
      buyer: name('buyers', owner.buyer),
      since: owner.at,
    })),
  }));

export const COUNTED_STATES = ['confirmed', 'reserved', 'released', 'given_back', 'not_counted'] as const;

/** In which caps a lead counts, or counted. */
export function countedView(lead: LeadRecord, catalogue: Catalogue) {
  const state = countedState(lead);
  const { intent } = lead;
  const moment = intent?.sold ?? intent;
  if (!moment || state === 'not_counted') return { state, at: null, caps: [] };
  const owners = new Map(nameCaps(catalogue).map(({ cap, owner }) => [cap.id, owner]));
  const caps = bucketsAt(catalogue, lead, moment).map(({ cap, window, resets_at }) => ({
    ...{ id: cap.id, owner: owners.get(cap.id) ?? '', name: windowName(cap) },
    ...{ limit: cap.limit, window, resets_at },
  }));
  return { state, at: moment.at, caps };
}

function countedState(lead: LeadRecord): (typeof COUNTED_STATES)[number] {
  const { intent, state, is_test, returns = [] } = lead;
  if (is_test || !intent) return 'not_counted';
  if (state === 'accepted')
    return returns.some(({ undone, place_given_back }) => !undone && place_given_back !== undefined)
      ? 'given_back'
      : 'confirmed';
  if (!isFinal(state)) return intent.not_reserved && !intent.kept ? 'not_counted' : 'reserved';
  return hadReservations(lead) ? 'released' : 'not_counted';
}

/** What a lead was sold for, and its entries in the books, oldest first. Cents; null: nothing is configured. */
export function moneyView({ decision }: LeadRecord, entries: readonly Entry[]) {
  const { buyer_cents, affiliate_cents, currency } = decision?.sale ?? {};
  return {
    price_cents: buyer_cents ?? null,
    payout_cents: affiliate_cents ?? decision?.payout_cents ?? null,
    currency: currency ?? entries[0]?.currency ?? null,
    entries: entries.map((entry) => ({
      kind: entry.kind,
      at: entry.at,
      period: entry.period,
      buyer_cents: entry.buyer_cents,
      affiliate_cents: entry.affiliate_cents,
      reason: entry.reason ?? null,
    })),
  };
}
