import { reservationIdOf, parseReservationId } from '../caps/cap-buckets.js';
import { givenBackIn, isPending } from '../caps/given-back.js';
import { holdingOf, owes, reservationHoldingOf } from './holdings.js';
import type { Invariant, World } from './invariant.js';
import type { CapBucket } from '../caps/windows.js';
import type { CheckedLead, LedgerBucket } from './records.js';
import { isLeftover } from './search-invariants.js';

/** What the leads of one cap bucket require of it, whichever reading of the ledger they are compared with. */
export interface LeadsOfBucket {
  /** The number of accepted leads. */
  accepted: number;
  /**
   * The reservation ids of those accepted leads that a reading of the ledger may have as reserved. True: the lead has a
   * pending effect. Where it is not reserved, it is confirmed already, but the effect is not cleared yet.
   */
  readonly unconfirmed: Map<string, boolean>;
  /** The reservation ids of undecided leads that must be reserved. */
  readonly holding: Set<string>;
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
  unconfirmed: new Map(),
  holding: new Set(),
  givenBack: new Map(),
});

/**
 * Counts a lead into a bucket of its intent. `reserved`: the reservation ids that the ledger had in this bucket before
 * the leads were read. Any other accepted lead without a pending effect is confirmed, so its id need not be kept.
 */
export function countInto(
  leads: LeadsOfBucket,
  lead: CheckedLead,
  bucket: Pick<CapBucket, 'resets_at'>,
  reserved: ReadonlySet<string>,
): void {
  const reservationId = reservationIdOf(lead.id, lead.submission);
  if (lead.state !== 'accepted') {
    if (reservationHoldingOf(lead) === 'must') leads.holding.add(reservationId);
    return;
  }
  const accept = (id: string, isOwing: boolean): void => {
    leads.accepted += 1;
    if (isOwing || reserved.has(id)) leads.unconfirmed.set(id, isOwing);
  };
  accept(reservationId, owes(lead, lead.submission));
  for (const { number, place, applied, regained, reservation_id } of givenBackIn(lead, bucket)) {
    leads.givenBack.set(place, { applied });
    // The place was reserved again, and counts once more.
    if (regained === 'confirmed') accept(reservation_id, isPending(lead, number, 'undo'));
  }
}

/** A fault of a bucket. `key` is the same in every reading that shows it, also where the numbers of `detail` moved. */
export interface LedgerFault {
  readonly key: string;
  readonly detail: string;
}

/** What is wrong with a bucket in this reading of the ledger. */
export function ledgerFaults({ ledger, leads }: ComparedBucket, world: World): LedgerFault[] {
  const { accepted, unconfirmed, holding, givenBack } = leads;
  const members = new Set(ledger.members);
  const back = new Set(ledger.given_back);
  // The sweeper confirms those that are still reserved soon.
  const reserved = [...unconfirmed.keys()].filter((id) => members.has(id)).length;
  const owing = [...unconfirmed].filter(([id, isOwing]) => isOwing && !members.has(id)).length;
  const counted = ledger.confirmed + reserved;
  const tooLow = counted < accepted - owing;
  // Deleted leads stay counted until their window ends.
  const tooHigh = counted > accepted && world.kept_since === null;
  const detail = `the ledger counts ${counted} accepted leads, there are ${accepted}`;
  const others = [
    ...[...holding]
      .filter((id) => !members.has(id))
      .map((reservationId) => `${reservationId} holds a place and is not reserved`),
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
  return [
    ...(tooLow ? [{ key: 'too low', detail }] : []),
    ...(tooHigh ? [{ key: 'too high', detail }] : []),
    ...others.map((other) => ({ key: other, detail: other })),
  ];
}

export const ledgerAgrees: Invariant<ComparedBucket> = {
  name: 'ledger-agrees',
  sentence: 'The ledger’s reserved and confirmed counts match the stored leads.',
  faults: (bucket, world) => ledgerFaults(bucket, world).map(({ detail }) => detail),
};

/**
 * Whether the lead of a reservation explains it. A lead whose record was deleted keeps its reservation until the
 * window ends, because counting too many is allowed.
 */
function isExplained(reservationId: string, world: World): boolean {
  const named = parseReservationId(reservationId);
  const lead = named ? world.lead(named.lead_id) : undefined;
  if (!named || !lead) return named !== null && world.kept_since !== null;
  return holdingOf(lead, named.submission) !== 'no' || lead.state === 'accepted' || !isLeftover(lead, world);
}
