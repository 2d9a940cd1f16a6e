import { reservationIdOf, parseReservationId } from '../caps/cap-buckets.js';
import { givenBackIn, isPending } from '../caps/given-back.js';
import { holdingOf, owes, placeHoldingOf } from './holdings.js';
import type { Invariant, World } from './invariant.js';
import type { CapBucket } from '../caps/windows.js';
import type { CheckedLead, LedgerBucket } from './records.js';
import { isLeftover } from './search-invariants.js';

/** What the leads of one cap bucket require of it. */
export interface LeadsOfBucket {
  /** The number of accepted leads. */
  accepted: number;
  /** Accepted leads that the ledger still has as reserved. The sweeper confirms them soon. */
  acceptedInside: number;
  /**
   * Accepted leads with a pending effect that are not reserved. They are confirmed already, but the effect is not
   * cleared yet.
   */
  acceptedOwing: number;
  /** The reservation ids of undecided leads that must be reserved and are not. */
  readonly missing: string[];
  /** Places that returns gave back. `applied`: the ledger must have it. */
  readonly givenBack: Map<string, { readonly applied: boolean }>;
}

/** One cap bucket: its content in the ledger, and what the leads require. */
export interface ComparedBucket {
  readonly ledger: LedgerBucket;
  readonly leads: LeadsOfBucket;
}

export const noLeads = (): LeadsOfBucket => ({
  accepted: 0,
  acceptedInside: 0,
  acceptedOwing: 0,
  missing: [],
  givenBack: new Map(),
});

/** Counts a lead into a bucket of its intent. `inside`: the reservation ids that the ledger has in this bucket. */
export function countInto(
  leads: LeadsOfBucket,
  lead: CheckedLead,
  bucket: Pick<CapBucket, 'resets_at'>,
  inside: ReadonlySet<string>,
): void {
  const reservationId = reservationIdOf(lead.id, lead.round);
  const isIn = inside.has(reservationId);
  if (lead.state !== 'accepted') {
    if (!isIn && placeHoldingOf(lead) === 'must') leads.missing.push(reservationId);
    return;
  }
  const accept = (isReserved: boolean, isOwing: boolean): void => {
    leads.accepted += 1;
    if (isReserved) leads.acceptedInside += 1;
    else if (isOwing) leads.acceptedOwing += 1;
  };
  accept(isIn, owes(lead, lead.round));
  for (const { n, place, applied, regained, reservation_id } of givenBackIn(lead, bucket)) {
    leads.givenBack.set(place, { applied });
    // The place was reserved again, and counts once more.
    if (regained === 'confirmed') accept(inside.has(reservation_id), isPending(lead, n, 'undo'));
  }
}

export const ledgerAgrees: Invariant<ComparedBucket> = {
  name: 'ledger-agrees',
  sentence: 'The ledger’s reserved and confirmed counts match the stored leads.',
  faults: ({ ledger, leads }, world) => {
    const { accepted, acceptedInside, acceptedOwing, missing, givenBack } = leads;
    const back = new Set(ledger.given_back);
    const counted = ledger.confirmed + acceptedInside;
    const tooLow = counted < accepted - acceptedOwing;
    // Deleted leads stay counted until their window ends.
    const tooHigh = counted > accepted && world.kept_since === null;
    return [
      ...(tooLow || tooHigh ? [`the ledger counts ${counted} accepted leads, there are ${accepted}`] : []),
      ...missing.map((reservationId) => `${reservationId} holds a place and is not reserved`),
      ...[...givenBack].flatMap(([place, { applied }]) =>
        applied && !back.has(place) ? [`the place ${place} was given back and still counts`] : [],
      ),
      ...[...back].flatMap((place) =>
        givenBack.has(place) || world.kept_since !== null ? [] : [`no return gave back the place ${place}`],
      ),
      ...ledger.members
        .filter((member) => !isExplained(member, world))
        .map((member) => `${member} is reserved and holds no place`),
    ];
  },
};

/**
 * Whether the lead of a reservation explains it. A lead whose record was deleted keeps its reservation until the
 * window ends, because counting too many is allowed.
 */
function isExplained(reservationId: string, world: World): boolean {
  const named = parseReservationId(reservationId);
  const lead = named ? world.lead(named.lead_id) : undefined;
  if (!named || !lead) return named !== null && world.kept_since !== null;
  return holdingOf(lead, named.round) !== 'no' || lead.state === 'accepted' || !isLeftover(lead, world);
}
