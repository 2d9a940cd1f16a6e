import { attemptsNow } from '../delivery/attempt.js';
import { quarterOf } from '../quarters.js';
import type { Attempt, Intent, KeptPoint, LeadRecord, ReservationPoint } from '../lead/lead-record.js';

type Counted = Pick<LeadRecord, 'submission' | 'intent'> & {
  readonly attempts: readonly Pick<Attempt, 'number' | 'submission' | 'outcome'>[];
};

/** What an attempt is whose buyer may still take the lead. */
const UNRESOLVED: readonly Attempt['outcome'][] = ['open', 'unknown', 'pending'];

/** Attempts of the present submission that may still turn out to be the sale. */
const unresolved = (lead: Counted): Pick<Attempt, 'number'>[] =>
  attemptsNow(lead).filter(({ outcome }) => UNRESOLVED.includes(outcome));

const pointOf = ({ at, buyer_id }: ReservationPoint): ReservationPoint => ({ at, buyer_id });

const isSame = (a: ReservationPoint, b: ReservationPoint): boolean =>
  a.at.getTime() === b.at.getTime() && a.buyer_id === b.buyer_id;

/**
 * The new intent of a lead that must count at another reservation point. The old point is kept if an attempt that may still be
 * the sale was made there. The reservations of all other points are released. The new point is never earlier than a
 * kept one.
 */
export function movedIntent(lead: Counted, to: ReservationPoint): Intent {
  const { intent, submission, attempts } = lead;
  const before = intent?.submission === submission ? (intent.kept ?? []) : [];
  const open = unresolved(lead);
  const covered = before.at(-1)?.attempts ?? 0;
  const stays =
    intent?.submission === submission && !intent.not_reserved && open.some(({ number }) => number > covered);
  const kept: readonly KeptPoint[] = [
    // If no attempt of a kept point can be the sale any more, its reservations are released with the rest.
    ...before.filter(({ attempts: last }, i) =>
      open.some(({ number }) => number <= last && number > (before[i - 1]?.attempts ?? 0)),
    ),
    ...(stays ? [{ ...pointOf(intent), attempts: attempts.length }] : []),
  ];
  const last = kept.at(-1)?.at;
  return {
    ...pointOf({ ...to, at: last && last > to.at ? last : to.at }),
    submission,
    ...(kept.length === 0 ? {} : { kept }),
  };
}

/** Whether `at` may lie in other windows than the intent, for any present or future cap. */
export const isElsewhere = (intent: ReservationPoint, at: Date): boolean =>
  quarterOf(intent.at).getTime() !== quarterOf(at).getTime();

/**
 * Every point at which an undecided lead has reservations: its present intent, and the kept points of attempts
 * without a known outcome.
 */
export const pointsOf = ({ kept = [], ...intent }: Intent): readonly ReservationPoint[] => [
  ...kept.map(pointOf),
  ...(intent.not_reserved ? [] : [pointOf(intent)]),
];

/**
 * The point at which the lead counts if it is accepted now: the point of the deciding attempt. If an unknown
 * attempt was repeated, the buyer's answer is about the earliest of these attempts.
 */
export function decidingPoint(lead: Counted): ReservationPoint | undefined {
  const { intent } = lead;
  if (!intent) return undefined;
  const [first] = unresolved(lead);
  const there = first && intent.kept?.find(({ attempts }) => attempts >= first.number);
  return pointOf(there ?? (intent.not_reserved ? intent.kept?.at(-1) : undefined) ?? intent);
}

/** The intent of an accepted lead. It records the point at which the lead counts if that differs from the intent. */
export function soldIntent(lead: Counted): { readonly intent?: Intent } {
  const { intent } = lead;
  const sold = decidingPoint(lead);
  if (!intent || !sold || isSame(sold, intent)) return {};
  // Rounded to quarters of an hour, so that a day's count has few groups for sales at other points.
  return { intent: { ...intent, sold: { ...sold, at: quarterOf(sold.at) } } };
}

/** The lead's points other than `but`. Their reservations are released. */
export function otherPoints({ intent }: Counted, but: ReservationPoint): readonly ReservationPoint[] {
  if (!intent) return [];
  return [...(intent.kept ?? []), intent].filter((one) => !isSame(one, but)).map(pointOf);
}
