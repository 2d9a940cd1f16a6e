import {
  bucketsFor,
  bucketNameOf,
  bucketsAt,
  bucketsAtAll,
  countedCaps,
  reservationIdOf,
} from '../../core/caps/cap-buckets.js';
import { isElsewhere, pointsOf, movedIntent } from '../../core/caps/reservation-points.js';
import { isOpenAt, type CapBucket } from '../../core/caps/windows.js';
import type { Cap, Catalogue } from '../../core/catalogue/types.js';
import { caps } from '../../core/checks/caps.js';
import { NO_FACTS } from '../../core/checks/check.js';
import { duplicate } from '../../core/checks/duplicate.js';
import { exclusivity, slotRefusal } from '../../core/checks/exclusivity.js';
import { reachedAttempt } from '../../core/delivery/attempt.js';
import { MAX_SKEW_MS } from '../../core/delivery/lease-times.js';
import type { ClaimOwner } from '../../core/duplicates/claim-owner.js';
import {
  claimStatus,
  duplicateWindowStart,
  isOwnerOver,
  ownersInScope,
  ownersInTheWay,
} from '../../core/duplicates/claim-status.js';
import type { LeadChange } from '../../core/lead/lead-change.js';
import type { Intent, LeadRecord } from '../../core/lead/lead-record.js';
import { isLapsed, firstRunWrite, leaseCondition } from '../../core/lead/lease.js';
import type { Refusal } from '../../core/refusal.js';
import type { Slot } from '../../core/search/search-record.js';
import { askLedger } from '../caps/ask-ledger.js';
import { readClaimOwners } from '../duplicates/claim-owners-now.js';
import { isOutage } from '../outage.js';
import type { Reserved } from '../ports/cap-ledger.js';
import type { ClaimRequest } from '../ports/claim-store.js';
import type { WorkPorts } from '../ports/work-ports.js';
import type { Candidate } from './candidate.js';
import { releaseOfPerson, releaseOfSlots, releaseStaleOwner } from './effects.js';
import { refuse, waitForShared, type Ending } from './transition-lead.js';

/** How often a lead tries to reserve a record that other leads release at the same moment. */
const MAX_TRIES = 3;

/**
 * The steps of a decision that use shared records. Each step returns what is in the way. `wait` means that the step
 * can't decide yet, so the lead must be evaluated again later.
 */
export interface SharedSteps {
  slot(ports: WorkPorts, candidate: Candidate): Promise<readonly Slot[] | 'wait'>;
  claims(ports: WorkPorts, candidate: Candidate): Promise<readonly ClaimOwner[] | 'wait'>;
  caps(ports: WorkPorts, candidate: Candidate): Promise<CapsStep | 'wait'>;
}

/**
 * Reserves what a lead needs before it may be sent: its slot in the search, its claims, its cap buckets. Reserving
 * again under the same submission number changes nothing. No step reserves after the lease of the run has ended: the
 * evaluation is too old by then, and a cap may have been lowered since.
 */
export const RESERVE: SharedSteps = {
  slot: (ports, candidate) => inLease(ports, candidate, () => reserveSlot(ports, candidate)),
  claims: (ports, candidate) => inLease(ports, candidate, () => reserveClaims(ports, candidate)),
  caps: (ports, candidate) => inLease(ports, candidate, () => reserveCaps(ports, candidate)),
};

const inLease = <T>(ports: WorkPorts, { lead }: Candidate, step: () => Promise<T>): Promise<T | 'wait'> =>
  isLapsed(lead, ports.clock()) ? Promise.resolve('wait') : step();

/** The same steps for a test lead. They read slots, claims of its own affiliate and caps, but reserve nothing. */
export const READ: SharedSteps = {
  async slot(ports, { lead }) {
    const search = lead.search_id === undefined ? null : await ports.searches.read(lead.search_id);
    return search?.slots ?? [];
  },

  async claims(ports, { lead, subject, campaign_offer: campaignOffer }) {
    const { offer } = campaignOffer;
    const { identities } = lead;
    const { now } = subject;
    const held = await readClaimOwners(ports, lead, { identities, offers: [offer], now });
    const place = { offer: offer.id, buyer: offer.buyer.id };
    return ownersInTheWay(held, identities, offer.duplicates, place, now);
  },

  async caps(ports, { lead, subject, campaign, campaign_offer, send_at }) {
    const buckets = bucketsFor({ campaign, campaign_offer, program: subject.program }, send_at);
    const used = await askLedger(ports, () => ports.ledger.used(buckets));
    if (used === 'stale') return 'wait';
    const full_caps = buckets.filter(({ cap }, i) => (used[i] ?? 0) >= cap.limit).map(({ cap }) => cap);
    return { full_caps, lead };
  },
};

async function reserveSlot(
  ports: WorkPorts,
  { lead, campaign_offer: campaignOffer, campaign }: Candidate,
): Promise<readonly Slot[] | 'wait'> {
  if (lead.search_id === undefined) return [];
  const { id, submission, offer_id } = lead;
  const { offer_type } = campaignOffer.offer;
  const limit = campaign.max_accepted_submissions;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const taken = await ports.searches.takeSlot(
      lead.search_id,
      { lead: id, submission, offer_id, offer_type, state: 'reserved' },
      limit,
    );
    if (taken.won) return [];
    // The lead that was in the way may have released its slot before this read, or has ended and does so now.
    if (!slotRefusal(offer_type, taken.slots, limit)) continue;
    if (tries > 0 || !(await releaseOfSlots(ports, taken.slots))) return taken.slots;
  }
  return 'wait';
}

/**
 * Takes the claims of a lead with one command, unless another lead is in the way. Then this reads the other lead,
 * too. A claim from before the window is also in the way, until its lead is known to have ended.
 */
async function reserveClaims(
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
  const keys = identities.map(({ key }) => key);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const request: ClaimRequest = {
      ...{ identities, policy: offer.duplicates, owner, now: subject.now },
      ...{ over: [...over], run: lead.runs },
    };
    const taken = await ports.claims.take(request);
    if (taken.won) return [];
    const met = await readOwners(ports, taken.owners, request);
    const sold = met.find(({ is }) => is === 'sold');
    if (sold) return [sold.owner];
    for (const { owner, lead: other, is } of met) {
      if (is === 'over') over.add(owner.lead);
      if (is === 'releasable' && other) await releaseStaleOwner(ports, other, owner, keys);
    }
    if (met.some(({ is }) => is === 'wait')) return 'wait';
  }
  return 'wait';
}

/** The leads of claim owners, and what each claim means now. `over`: it is from before the window and no longer counts. */
async function readOwners(
  { leads }: WorkPorts,
  owners: readonly ClaimOwner[],
  { policy, now }: Pick<ClaimRequest, 'policy' | 'now'>,
) {
  const found = await leads.standings([...new Set(owners.map(({ lead }) => lead))]);
  const byId = new Map(found.map((one) => [one.id, one]));
  const since = duplicateWindowStart(policy, now);
  return owners.map((owner) => {
    const lead = byId.get(owner.lead);
    const isOver = owner.at <= since && isOwnerOver(owner, lead);
    return { owner, lead, is: isOver ? 'over' : claimStatus(owner, lead) };
  });
}

/**
 * Looks at the slot, the claims and the caps that a lead will reserve, before a service is paid for a question about it.
 * It takes nothing, and what the lead itself holds from an earlier run is not in its way. The reservations
 * decide later: they may be refused although this found nothing. Before a lead is refused, what ended leads still owe is
 * released, and this looks once more. Returns how the run ends. Undefined: nothing is in the way.
 */
export async function checkReservable(
  ports: WorkPorts,
  candidate: Candidate,
  isLast = false,
): Promise<Ending | undefined> {
  const {
    lead,
    subject,
    campaign_offer: { offer },
  } = candidate;
  const refuseIt = (refusal: Refusal): Ending => refuse(ports, lead, offer, { refusal, step: 'lead' });
  const slots = await READ.slot(ports, candidate);
  if (slots === 'wait') return waitForShared(ports, lead, offer, 'slot');
  const others = slots.filter((slot) => slot.lead !== lead.id);
  const excluded = exclusivity.refuse(subject, { ...NO_FACTS, slots: others });
  if (excluded && !isLast && (await releaseOfSlots(ports, others)))
    return checkReservable(ports, candidate, true);
  if (excluded) return refuseIt(excluded);

  const owners = await ownersNow(ports, candidate);
  const soldBefore = duplicate.refuse(subject, { ...NO_FACTS, owners: owners.sold });
  if (soldBefore) return refuseIt(soldBefore);
  if (owners.wait) return waitForShared(ports, lead, offer, 'claims');

  // From an earlier run it may hold its places, and count in the caps itself.
  if (lead.runs > 1) return undefined;
  const counted = await READ.caps(ports, candidate);
  if (counted === 'wait') return waitForShared(ports, lead, offer, 'caps');
  const atLimit = caps.refuse(subject, { ...NO_FACTS, full_caps: counted.full_caps });
  if (atLimit && !isLast && (await releaseOfPerson(ports, lead)))
    return checkReservable(ports, candidate, true);
  return atLimit && refuseIt(atLimit);
}

/** The owners that refuse the lead, and whether another lead must be decided first. */
async function ownersNow(
  ports: WorkPorts,
  { lead: { id, identities }, subject: { now }, campaign_offer: { offer } }: Candidate,
): Promise<{ readonly sold: readonly ClaimOwner[]; readonly wait: boolean }> {
  const held = await ports.claims.owners(identities.map(({ key }) => key));
  const place = { offer: offer.id, buyer: offer.buyer.id };
  const owners = ownersInScope(held, identities, offer.duplicates, place).filter(({ lead }) => lead !== id);
  if (owners.length === 0) return { sold: [], wait: false };
  const met = await readOwners(ports, owners, { policy: offer.duplicates, now });
  return {
    sold: met.filter(({ is }) => is === 'sold').map(({ owner }) => owner),
    wait: met.some(({ is }) => is === 'wait'),
  };
}

/** A window is counted for a minute after its end (ADR 6), by a process whose clock may be ahead. */
const COUNTED_AFTER_MS = 60_000 - MAX_SKEW_MS;

/**
 * How long after it was made a call may still release the reservations of a refused lead. It is less than the delay
 * after which an interrupted run is requeued, so no later run has asked by then.
 */
const MAY_RELEASE_MS = 2_000;

/** What the caps step found. */
export interface CapsStep {
  readonly full_caps: readonly Cap[];
  /** The lead after the step: its intent may have moved to other windows. */
  readonly lead: LeadRecord;
}

/** Reserves the cap buckets of a lead, under an intent that is stored before. */
export async function reserveCaps(ports: WorkPorts, candidate: Candidate): Promise<CapsStep | 'wait'> {
  const { lead, catalogue } = candidate;
  const intent = intentOf(candidate);
  const isMoved = intent !== lead.intent;
  // In a first run, another worker may have the lead by now, with the same fencing token.
  if (isMoved && (firstRunWrite(lead) || !(await storeIntent(ports, lead, intent)))) return 'wait';
  const to = bucketsAt(catalogue, lead, intent);
  const kept = new Set(bucketsAtAll(catalogue, lead, intent.kept ?? []).map(bucketNameOf));
  const from = isMoved && lead.intent ? bucketsAtAll(catalogue, lead, pointsOf(lead.intent)) : [];
  const left = from.filter((bucket) => !kept.has(bucketNameOf(bucket)));
  const reservationId = reservationIdOf(lead.id, lead.submission);
  const counted = countedCaps(catalogue);
  const reserved = await reserveOrRelease(ports, lead, (until) =>
    isMoved
      ? ports.ledger.move(reservationId, left, to, counted, until)
      : ports.ledger.reserve(reservationId, to, counted, until),
  );
  if (reserved === 'wait' || reserved.outcome === 'stale') return 'wait';
  if (reserved.outcome === 'reserved') return { full_caps: [], lead: isMoved ? { ...lead, intent } : lead };
  const { cap_id } = reserved;
  const full_caps = to.map(({ cap }) => cap).filter(({ id }) => id === cap_id);
  // If the buyer may have the lead, it goes on without a reservation here. Any other lead is refused, and releases
  // its reservations.
  const goesOn = isMoved && intent.kept;
  // The moved intent no longer names these buckets, so nothing else would release them before the lead has ended.
  if (goesOn && left.length > 0) await ports.ledger.release(reservationId, left, counted);
  return { full_caps, lead: goesOn ? { ...lead, intent: { ...intent, not_reserved: true } } : lead };
}

/**
 * Asks the ledger. If a cap is full, it is asked once more: after the pending releases of ended leads of the person were
 * applied, and so that a lead that is refused releases its reservations in the same call. Only the last call may release
 * them.
 */
async function reserveOrRelease(
  ports: WorkPorts,
  lead: LeadRecord,
  reserve: (until?: Date) => Promise<Reserved>,
): Promise<Reserved | 'wait'> {
  const reserved = await askLedger(ports, () => reserve());
  if (reserved.outcome !== 'full') return reserved;
  const released = await releaseOfPerson(ports, lead);
  if (!released && !mayReleaseReservations(lead)) return reserved;
  if (isLapsed(lead, ports.clock())) return 'wait';
  return askLedger(ports, () => reserve(releaseUntil(lead, ports.clock())));
}

/**
 * Whether the lead may release its reservations if a cap is full, since it is refused then. Otherwise leads with
 * reservations in a lowered cap that are evaluated at once would refuse each other (ADR 27). A lead that a buyer was asked
 * about keeps them until its refusal is stored, because a callback may accept it before. A lead without an intent, and a
 * first run, have none yet.
 */
const mayReleaseReservations = (lead: LeadRecord): boolean =>
  lead.intent !== undefined && !firstRunWrite(lead) && reachedAttempt(lead) === undefined;

/** Until when the call may release the reservations: no other worker has the lead then, and no later run asked the ledger. */
const releaseUntil = (lead: LeadRecord, now: Date): Date | undefined =>
  mayReleaseReservations(lead) && lead.due_at
    ? new Date(Math.min(lead.due_at.getTime() - MAX_SKEW_MS, now.getTime() + MAY_RELEASE_MS))
    : undefined;

/**
 * Reserves again, after a first run stored its intent with its attempt. A rebuild of the ledger that counted the leads before
 * that write did not count this one; one that begins after it does. So whatever was rebuilt meanwhile, a lead that this
 * finds reserved counts. A lead without caps asks, too: the count may have been for a catalogue that has one. Nothing has
 * left yet: false, whatever the reason, means that nothing may leave.
 */
export async function stillReserved(ports: WorkPorts, { lead, catalogue }: Candidate): Promise<boolean> {
  try {
    return (await reserveAgain(ports, lead, catalogue, intentBuckets(lead, catalogue))) === 'reserved';
  } catch (error) {
    const about = { err: error, lead_id: lead.id };
    ports.log[isOutage(error) ? 'warn' : 'error'](
      about,
      'the ledger could not be asked again; nothing was sent',
    );
    return false;
  }
}

/**
 * The same for a first run that ended silently: it may have been killed before it asked again. Only an existing
 * reservation may be kept for its attempt, and counts if a repeat is accepted in another window. A window that is not
 * counted any more says nothing.
 */
export async function isReservedInAll(
  ports: WorkPorts,
  lead: LeadRecord,
  catalogue: Catalogue,
): Promise<boolean | 'stale'> {
  const counted = new Date(ports.clock().getTime() - COUNTED_AFTER_MS);
  const buckets = intentBuckets(lead, catalogue);
  if (!buckets.every((bucket) => isOpenAt(bucket, counted))) return false;
  const outcome = await reserveAgain(ports, lead, catalogue, buckets);
  return outcome === 'stale' ? outcome : outcome === 'reserved';
}

/** What the stored intent of a lead names. */
const intentBuckets = (lead: LeadRecord, catalogue: Catalogue): CapBucket[] =>
  lead.intent ? bucketsAt(catalogue, lead, lead.intent) : [];

async function reserveAgain(
  ports: WorkPorts,
  lead: LeadRecord,
  catalogue: Catalogue,
  buckets: readonly CapBucket[],
): Promise<'reserved' | 'full' | 'stale'> {
  const counted = countedCaps(catalogue);
  const reserve = () => ports.ledger.reserve(reservationIdOf(lead.id, lead.submission), buckets, counted);
  return (await askLedger(ports, reserve)).outcome;
}

/**
 * The stored intent of the lead, if it fits this evaluation: same buyer, and the same window for every cap. Otherwise
 * a moved intent.
 */
function intentOf({ lead, campaign_offer: campaignOffer, send_at }: Candidate): Intent {
  const { intent } = lead;
  const buyer_id = campaignOffer.offer.buyer.id;
  const holds =
    intent !== undefined &&
    !intent.not_reserved &&
    intent.buyer_id === buyer_id &&
    !isElsewhere(intent, send_at);
  return holds ? intent : movedIntent(lead, { at: send_at, buyer_id });
}

/** Stores the intent before the ledger is asked, so that a rebuild counts the right windows. */
async function storeIntent({ leads, clock }: WorkPorts, lead: LeadRecord, intent: Intent): Promise<boolean> {
  const change: LeadChange = { state: 'working', due_at: lead.due_at ?? null, intent, entries: [] };
  return leads.transition(leaseCondition(lead, change, clock()), change);
}
