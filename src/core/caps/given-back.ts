import type { LeadRecord, ReservationPoint } from '../lead/lead-record.js';
import { effectsOf } from '../lead/pending-effect.js';
import { reservationIdOf } from './cap-buckets.js';
import { isOpenAt, type CapBucket } from './windows.js';

/** The members of a lead that tell which cap places its returns gave back. */
export type GivenBackLead = Pick<
  LeadRecord,
  | 'id'
  | 'submission'
  | 'state'
  | 'campaign_id'
  | 'offer_id'
  | 'program_id'
  | 'intent'
  | 'returns'
  | 'pending_effects'
>;

/**
 * What the returns of an accepted lead mean for each cap bucket that counts it. The ledger keeps the lead's
 * confirmation, and has beside it a set of the places that were given back. So giving back twice counts once, and the
 * counts of rolled-up days stay true. A place is regained by a reservation of its own, which is then confirmed. No full
 * cap prevents that: the sale stands, and a bucket that did not count it would sell one more.
 */
export interface GivenBack {
  /** The number of the return. */
  readonly number: number;
  /** The name of the place that was given back. `applied`: the ledger has it for certain. */
  readonly place: string;
  readonly applied: boolean;
  /**
   * `confirmed`: undoing the return reserved the place again. `asked`: that is being done at this moment. Absent:
   * the place is free for others.
   */
  readonly regained?: 'confirmed' | 'asked';
  /** The reservation id by which it is regained. */
  readonly reservation_id: string;
}

/** How the ledger names a place that was given back by return `n`. A lead gives it back once for each return. */
export const givenBackUnit = ({ id, submission }: Pick<LeadRecord, 'id' | 'submission'>, n: number): string =>
  `${reservationIdOf(id, submission)}:${n}`;

/**
 * The reservation id by which undoing return `n` regains the place. It has a number that no submission has, so a late
 * release of the submission can't release it.
 */
export const regainId = (lead: string, n: number): string => reservationIdOf(lead, -1 - n);

/** The number of the return in the submission number of a reservation id. Undefined: it is of a submission. */
export const regainOf = (submission: number): number | undefined =>
  submission < 0 ? -1 - submission : undefined;

/** The reservation point whose buckets count an accepted lead. */
export const soldPoint = ({ intent }: Pick<LeadRecord, 'intent'>): ReservationPoint | undefined =>
  intent?.sold ?? intent;

/** Whether an effect of return `n` is still pending. */
export const isPending = (
  lead: Pick<LeadRecord, 'pending_effects'>,
  n: number,
  what: 'return' | 'undo',
): boolean => effectsOf(lead, 'return').some((effect) => effect.number === n && effect.what === what);

/** The places that the returns of a lead gave back in one of its buckets: those whose window was still open. */
export function givenBackIn(
  lead: Pick<GivenBackLead, 'id' | 'submission' | 'returns' | 'pending_effects'>,
  bucket: Pick<CapBucket, 'resets_at'>,
): GivenBack[] {
  return (lead.returns ?? []).flatMap(({ at, place_given_back, undone }, n): GivenBack[] => {
    if (!place_given_back || !isOpenAt(bucket, at)) return [];
    const isHad = undone?.place_regained === true && isOpenAt(bucket, undone.at);
    const isAsked = !undone && isPending(lead, n, 'undo');
    return [
      {
        number: n,
        place: givenBackUnit(lead, n),
        applied: !isPending(lead, n, 'return'),
        reservation_id: regainId(lead.id, n),
        ...(isHad ? { regained: 'confirmed' as const } : {}),
        ...(isAsked ? { regained: 'asked' as const } : {}),
      },
    ];
  });
}
