import type { LeadRecord, Moment } from '../lead/lead-record.js';
import { reservationIdOf } from './cap-buckets.js';

/** The members of a lead that tell which cap places its returns gave back. */
export type GivenBackLead = Pick<
  LeadRecord,
  | 'id'
  | 'round'
  | 'state'
  | 'campaign_id'
  | 'offer_id'
  | 'program_id'
  | 'intent'
  | 'returns'
  | 'return_effects'
>;

/**
 * What the returns of an accepted lead mean for each cap bucket that counts it. The ledger keeps the lead's
 * confirmation, and has beside it a set of the places that were given back. So giving back twice counts once, and the
 * counts of rolled-up days stay true. A place is regained by a reservation of its own, which is then confirmed.
 */
export interface GivenBack {
  /** The number of the return. */
  readonly n: number;
  /** The name of the place that was given back. `applied`: the ledger has it for certain. */
  readonly place: string;
  readonly applied: boolean;
  /**
   * `confirmed`: undoing the return reserved the place again. `asked`: that is being tried at this moment. Absent:
   * the place is free for others.
   */
  readonly regained?: 'confirmed' | 'asked';
  /** The reservation id by which it is regained. */
  readonly reservation_id: string;
}

/** How the ledger names a place that was given back by return `n`. A lead gives it back once for each return. */
export const givenBackPlace = ({ id, round }: Pick<LeadRecord, 'id' | 'round'>, n: number): string =>
  `${reservationIdOf(id, round)}:${n}`;

/**
 * The reservation id by which undoing return `n` regains the place. It has a number that no submission has, so a late
 * release of the submission can't release it.
 */
export const regainId = (lead: string, n: number): string => reservationIdOf(lead, -1 - n);

/** The number of the return in the submission number of a reservation id. Undefined: it is of a submission. */
export const regainOf = (round: number): number | undefined => (round < 0 ? -1 - round : undefined);

/** The moment whose buckets count an accepted lead. */
export const soldMoment = ({ intent }: Pick<LeadRecord, 'intent'>): Moment | undefined =>
  intent?.sold ?? intent;

/** Whether an effect of return `n` is still pending. */
export const isPending = (
  { return_effects = [] }: Pick<LeadRecord, 'return_effects'>,
  n: number,
  what: 'return' | 'undo',
): boolean => return_effects.some((effect) => effect.n === n && effect.what === what);

export function givenBackOf(
  lead: Pick<GivenBackLead, 'id' | 'round' | 'returns' | 'return_effects'>,
): GivenBack[] {
  return (lead.returns ?? []).flatMap(({ place_given_back, undone }, n): GivenBack[] => {
    if (!place_given_back) return [];
    const asked = !undone && isPending(lead, n, 'undo');
    const regained = undone?.place_regained ? ('confirmed' as const) : asked ? ('asked' as const) : undefined;
    return [
      {
        n,
        place: givenBackPlace(lead, n),
        applied: !isPending(lead, n, 'return'),
        reservation_id: regainId(lead.id, n),
        ...(regained ? { regained } : {}),
      },
    ];
  });
}
