import { isFinal } from '../../core/lead/lead-states.js';
import { isPending, regainOf } from '../../core/caps/given-back.js';
import { claimsAfterReturns } from '../../core/money/returned-claims.js';
import type { LeadStanding } from '../../core/lead/lead-standing.js';
import { effectsOf } from '../../core/lead/pending-effect.js';
import type { ClaimedIdentity, ClaimOwner } from '../../core/duplicates/claim-owner.js';
import type { ClaimStore } from '../ports/claim-store.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { LedgerReservation, LedgerReservations } from '../ports/ledger-reservations.js';
import type { ReservedSlot, SearchStore } from '../ports/search-store.js';

/*
 * A worker that slept until its lead had ended reserves again when it wakes. If it is then killed, no other process
 * knows of the reservation, slot or claim. The functions below release such leftovers. Each of them reads what is
 * held before it reads the lead, so it never releases what was reserved since.
 */

const BATCH = 500;

/** How many claims one run reads. A stale claim refuses no lead, so there is time to read all claims bit by bit. */
const MAX_CLAIMS = 8 * BATCH;

type Leads = Pick<LeadStore, 'standings'>;

export interface TrimPorts extends LedgerReservations {
  readonly leads: Leads;
  /** Counts the ledger again from the stored leads, although it is sound. */
  readonly recount: () => Promise<unknown>;
}

/**
 * Releases ledger reservations whose lead ended and has no pending effect. A rebuild that counts while leads end also
 * leaves some of them. Returns how many it released.
 *
 * The reservation of a sold lead may be one too many, of a worker that slept, or the only one that counts the sale: its
 * confirmation went to a former master, which lost it. Both look alike, so the ledger is counted again, and that count has
 * none of them. Not so if it is gone by then: the sale was confirmed between the two reads.
 */
export async function trimLedger({ recount, ...ports }: TrimPorts): Promise<number> {
  const doubtful: LedgerReservation[] = [];
  const released = await trim(ports.leads, ports.reserved(), {
    leadOf: ({ lead_id }: LedgerReservation) => lead_id,
    isStale(lead, reserved) {
      const { submission } = reserved;
      if (!isAbandoned(lead, submission)) return false;
      const mayCount = regainOf(submission) !== undefined || isSoldIn(lead, submission);
      if (mayCount) doubtful.push(reserved);
      return !mayCount;
    },
    release: (reserved) => ports.release(reserved),
  });
  for (const reserved of doubtful)
    if (await ports.isReserved(reserved)) {
      await recount();
      break;
    }
  return released;
}

export interface TrimSlotsPorts {
  readonly leads: Leads;
  readonly searches: Pick<SearchStore, 'reservedSlots' | 'releaseSlot'>;
}

/** Releases slots whose lead ended and has no pending effect. Returns how many it released. */
export const trimSlots = ({ leads, searches }: TrimSlotsPorts): Promise<number> =>
  trim(leads, searches.reservedSlots(), {
    leadOf: ({ lead }: ReservedSlot) => lead,
    // The slot of a lead that was sold in this submission is never released, even if it is not marked as sold yet.
    isStale: (lead, { submission }) => isAbandoned(lead, submission) && !isSoldIn(lead, submission),
    release: ({ search, lead, submission }) => searches.releaseSlot(search, lead, submission),
  });

interface Held<T> {
  readonly leadOf: (held: T) => string;
  readonly isStale: (lead: LeadStanding | undefined, held: T) => boolean;
  readonly release: (held: T) => Promise<unknown>;
}

async function trim<T>(
  leads: Leads,
  all: AsyncIterable<T>,
  { leadOf, isStale, release }: Held<T>,
): Promise<number> {
  let released = 0;
  let batch: T[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const found = await leads.standings([...new Set(batch.map(leadOf))]);
    const byId = new Map(found.map((lead) => [lead.id, lead]));
    for (const held of batch) {
      if (!isStale(byId.get(leadOf(held)), held)) continue;
      await release(held);
      released += 1;
    }
    batch = [];
  };
  for await (const held of all) {
    batch.push(held);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return released;
}

export interface TrimClaimsPorts {
  readonly leads: Leads;
  readonly claims: Pick<ClaimStore, 'page' | 'release'>;
}

/**
 * Releases claims of leads that ended and have no pending effect. A submission that has ended never starts again, so
 * no lead that may still be sold loses its claim. Starts after the claim with the key `after`. Returns the key after
 * which the next run starts; at the end of the claims that is `''`.
 */
export async function trimClaims(ports: TrimClaimsPorts, after: string): Promise<string> {
  let from = after;
  for (let read = 0; read < MAX_CLAIMS; read += BATCH) {
    const page = await ports.claims.page(from, BATCH);
    await trimPage(ports, page);
    const last = page.at(-1);
    if (!last || page.length < BATCH) return '';
    from = last.key;
  }
  return from;
}

async function trimPage({ leads, claims }: TrimClaimsPorts, page: readonly ClaimedIdentity[]): Promise<void> {
  const ids = new Set(page.flatMap(({ owners }) => owners.map(({ lead }) => lead)));
  if (ids.size === 0) return;
  const byId = new Map((await leads.standings([...ids])).map((lead) => [lead.id, lead]));
  for (const { key, owners } of page)
    for (const owner of owners) {
      const lead = byId.get(owner.lead);
      const after =
        lead?.state === 'accepted' && lead.submission === owner.submission && claimsAfterReturns(lead);
      if (after && after.kind === 'gone')
        await claims.release([key], owner.lead, owner.submission, after.run);
      else if (isStaleClaim(lead, owner)) await claims.release([key], owner.lead, owner.submission);
    }
}

/**
 * A lead that was sold in this submission keeps its claims, and so does a lead that its buyer already had. If there
 * is no record of the lead, the claim stays, because nothing is known about it.
 */
function isStaleClaim(lead: LeadStanding | undefined, { submission }: ClaimOwner): boolean {
  if (!lead || !isAbandoned(lead, submission)) return false;
  const isKept = lead.state === 'accepted' || lead.decision?.refusal?.why === 'buyer_duplicate';
  return !(lead.submission === submission && isKept);
}

const isSoldIn = (lead: LeadStanding | undefined, submission: number): boolean =>
  lead?.state === 'accepted' && lead.submission === submission;

/**
 * Whether nothing of this submission of the lead is under way that would confirm or release its reservation. A lead whose
 * record was deleted keeps its reservation until the window ends, because counting too many is allowed and counting too
 * few is not. A submission that the lead has not reached was read from a primary that has been replaced.
 */
export function isAbandoned(lead: LeadStanding | undefined, submission: number): boolean {
  if (!lead || effectsOf(lead, 'reservations').some((effect) => effect.submission === submission))
    return false;
  const undone = regainOf(submission);
  if (undone !== undefined) return !isPending(lead, undone, 'undo');
  return lead.submission > submission || (lead.submission === submission && isFinal(lead.state));
}
