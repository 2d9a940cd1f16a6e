import {
  bucketNameOf,
  bucketsAt,
  bucketsAtAll,
  countedCaps,
  reservationIdOf,
} from '../../core/caps/cap-buckets.js';
import { isElsewhere, pointsOf, movedIntent } from '../../core/caps/reservation-points.js';
import { isOpenAt, type CapBucket } from '../../core/caps/windows.js';
import type { Cap, Catalogue } from '../../core/catalogue/types.js';
import { reachedAttempt } from '../../core/delivery/attempt.js';
import { MAX_SKEW_MS } from '../../core/delivery/lease-times.js';
import type { LeadChange } from '../../core/lead/lead-change.js';
import type { Intent, LeadRecord } from '../../core/lead/lead-record.js';
import { firstRunWrite, isLapsed, leaseCondition } from '../../core/lead/lease.js';
import { isOutage } from '../outage.js';
import type { Reserved } from '../ports/cap-ledger.js';
import { askLedger } from '../caps/ask-ledger.js';
import type { WorkPorts } from '../ports/work-ports.js';
import type { Candidate } from './candidate.js';
import { releaseOfPerson } from './release-pending.js';

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
