import { bucketNameOf, bucketsAt, bucketsAtAll } from '../../core/caps/cap-buckets.js';
import { countedCaps } from '../../core/caps/cap-buckets.js';
import { isOpenAt } from '../../core/caps/given-back.js';
import { isElsewhere, momentsOf, movedIntent } from '../../core/caps/moments.js';
import type { CapBucket } from '../../core/caps/windows.js';
import { reservationIdOf } from '../../core/caps/cap-buckets.js';
import type { CampaignOffer, Campaign, Cap, Catalogue } from '../../core/catalogue/types.js';
import type { Subject } from '../../core/checks/check.js';
import type { ClaimOwner } from '../../core/duplicates/claim-owner.js';
import { isOwnerOver, claimStatus, duplicateWindowStart } from '../../core/duplicates/claim-status.js';
import { slotRefusal } from '../../core/checks/exclusivity.js';
import { MAX_SKEW_MS } from '../../core/delivery/lease-times.js';
import { begunBy } from '../../core/lead/first-run.js';
import type { Intent, LeadRecord } from '../../core/lead/lead-record.js';
import { acceptedAttempt } from '../../core/money/sale-entry.js';
import type { Slot } from '../../core/search/search-record.js';
import type { ClaimRequest } from '../ports/claim-store.js';
import { isOutage } from '../outage.js';
import { type WorkPorts, askLedger } from '../ports/work-ports.js';
import { isLapsed } from './end.js';
import { releaseOfPerson, releaseOfSlots, releaseStaleOwner } from './release-owed.js';

/** A window is counted for a minute after its end (ADR 43), by a process whose clock may be ahead. */
const COUNTED_AFTER_MS = 60_000 - MAX_SKEW_MS;

/** How often a lead tries to reserve a record that other leads release at the same moment. */
const MAX_TRIES = 3;

/** A lead under evaluation, with the data that its decision depends on. */
export interface Candidate {
  readonly lead: LeadRecord;
  readonly subject: Subject;
  /** That of the lead's own affiliate (`campaignOf`). */
  readonly campaign: Campaign;
  readonly campaign_offer: CampaignOffer;
  /** The catalogue that holds the campaign and its offer. A newer one may be in force by now. */
  readonly catalogue: Catalogue;
  /** When the request leaves, or is due to leave. The lead counts in the windows of this moment. */
  readonly leaves_at: Date;
}

/** What the caps step found. */
export interface CapsStep {
  readonly full: readonly Cap[];
  /** The lead after the step: its intent may have moved to other windows. */
  readonly lead: LeadRecord;
}

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

async function reserveSlot(
  ports: WorkPorts,
  { lead, campaign_offer: campaignOffer, campaign }: Candidate,
): Promise<readonly Slot[] | 'wait'> {
  if (lead.search_id === undefined) return [];
  const { id, round, offer_id } = lead;
  const { offer_type } = campaignOffer.offer;
  const limit = campaign.max_accepted_submissions;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const taken = await ports.searches.takeSlot(
      lead.search_id,
      { lead: id, round, offer_id, offer_type, state: 'reserved' },
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
 * Gives back the claims of a lead that waits for another lead, because the other lead may wait for them. Otherwise
 * two leads that claimed under a narrower policy, or were stopped while they claimed, would wait for each other
 * forever. This run gives back no claim of a later run. If a buyer has had the lead, the lead keeps its claims, even
 * after "try again", because the buyer may call back.
 */
export async function yieldClaims({ claims }: Pick<WorkPorts, 'claims'>, lead: LeadRecord): Promise<void> {
  if (keepsClaims(lead)) return;
  const { id, round, runs: run, identities } = lead;
  const keys = identities.map(({ key }) => key);
  await claims.giveBack(keys, { lead: id, round, run });
}

/** Whether a lead keeps its claims while it waits for another lead: a buyer has had it, by whichever of its attempts. */
export const keepsClaims = (lead: LeadRecord): boolean => acceptedAttempt(lead) !== undefined;

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

async function reserveCaps(ports: WorkPorts, candidate: Candidate): Promise<CapsStep | 'wait'> {
  const { lead, catalogue } = candidate;
  const intent = intentOf(candidate);
  const isMoved = intent !== lead.intent;
  // In a first run, another worker may have the lead by now, with the same fencing token.
  if (isMoved && (begunBy(lead) || !(await storeIntent(ports, lead, intent)))) return 'wait';
  const to = bucketsAt(catalogue, lead, intent);
  const kept = new Set(bucketsAtAll(catalogue, lead, intent.kept ?? []).map(bucketNameOf));
  const from = isMoved && lead.intent ? bucketsAtAll(catalogue, lead, momentsOf(lead.intent)) : [];
  const left = from.filter((bucket) => !kept.has(bucketNameOf(bucket)));
  const reservationId = reservationIdOf(lead.id, lead.round);
  const counted = countedCaps(catalogue);
  const reserve = () =>
    isMoved
      ? ports.ledger.move(reservationId, left, to, counted)
      : ports.ledger.reserve(reservationId, to, counted);
  let reserved = await askLedger(ports, reserve);
  if (reserved.outcome === 'full' && (await releaseOfPerson(ports, lead))) {
    if (isLapsed(lead, ports.clock())) return 'wait';
    reserved = await askLedger(ports, reserve);
  }
  if (reserved.outcome === 'stale') return 'wait';
  if (reserved.outcome === 'reserved') return { full: [], lead: isMoved ? { ...lead, intent } : lead };
  const { cap_id } = reserved;
  const full = to.map(({ cap }) => cap).filter(({ id }) => id === cap_id);
  // If the buyer may have the lead, it goes on without a reservation here. Any other lead is refused, and releases
  // its reservations.
  const goesOn = isMoved && intent.kept;
  // The moved intent names what it left no more, so nobody would release it before the lead has ended.
  if (goesOn && left.length > 0) await ports.ledger.release(reservationId, left, counted);
  return { full, lead: goesOn ? { ...lead, intent: { ...intent, untaken: true } } : lead };
}

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
      'the ledger was not asked again, and nothing was sent',
    );
    return false;
  }
}

/**
 * The same for a first run that ended silently: it may have been killed before it asked again. Only a place that is there
 * may be kept for its attempt, and counts if a repeat is accepted in another window. A window that no count includes any
 * more tells nothing.
 */
export async function hasItsPlace(
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
  const reserve = () => ports.ledger.reserve(reservationIdOf(lead.id, lead.round), buckets, counted);
  return (await askLedger(ports, reserve)).outcome;
}

/**
 * The stored intent of the lead, if it fits this evaluation: same buyer, and the same window for every cap. Otherwise
 * a moved intent.
 */
function intentOf({ lead, campaign_offer: campaignOffer, leaves_at }: Candidate): Intent {
  const { intent } = lead;
  const buyer_id = campaignOffer.offer.buyer.id;
  const holds =
    intent !== undefined &&
    !intent.untaken &&
    intent.buyer_id === buyer_id &&
    !isElsewhere(intent, leaves_at);
  return holds ? intent : movedIntent(lead, { at: leaves_at, buyer_id });
}

/** Stores the intent before the ledger is asked, so that a rebuild counts the right windows. */
async function storeIntent({ leads, clock }: WorkPorts, lead: LeadRecord, intent: Intent): Promise<boolean> {
  const { id, round, runs, due_at } = lead;
  const when = { id, round, runs, states: ['working'], leased_at: clock() } as const;
  return leads.transition(when, { state: 'working', due_at: due_at ?? null, intent, entries: [] });
}
