import { attemptsNow } from '../delivery/attempt.js';
import { quarterOf } from '../quarters.js';
import type { Attempt, Intent, KeptMoment, LeadRecord, Moment } from '../lead/lead-record.js';

type Counted = Pick<LeadRecord, 'submission' | 'intent'> & {
  readonly attempts: readonly Pick<Attempt, 'number' | 'submission' | 'outcome'>[];
};

/** What an attempt is whose buyer may still take the lead. */
const UNRESOLVED: readonly Attempt['outcome'][] = ['open', 'unknown', 'pending'];

/** Attempts of the present submission that may still turn out to be the sale. */
const unresolved = (lead: Counted): Pick<Attempt, 'number'>[] =>
  attemptsNow(lead).filter(({ outcome }) => UNRESOLVED.includes(outcome));

const momentOf = ({ at, buyer_id }: Moment): Moment => ({ at, buyer_id });

const isSame = (a: Moment, b: Moment): boolean =>
  a.at.getTime() === b.at.getTime() && a.buyer_id === b.buyer_id;

/**
 * The new intent of a lead that must count at another moment. The old moment is kept if an attempt that may still be
 * the sale was made there. The reservations of all other moments are released. The new moment is never earlier than a
 * kept one.
 */
export function movedIntent(lead: Counted, to: Moment): Intent {
  const { intent, submission, attempts } = lead;
  const before = intent?.submission === submission ? (intent.kept ?? []) : [];
  const open = unresolved(lead);
  const covered = before.at(-1)?.attempts ?? 0;
  const stays =
    intent?.submission === submission && !intent.untaken && open.some(({ number }) => number > covered);
  const kept: readonly KeptMoment[] = [
    // If no attempt of a kept moment can be the sale any more, its reservations are released with the rest.
    ...before.filter(({ attempts: last }, i) =>
      open.some(({ number }) => number <= last && number > (before[i - 1]?.attempts ?? 0)),
    ),
    ...(stays ? [{ ...momentOf(intent), attempts: attempts.length }] : []),
  ];
  const last = kept.at(-1)?.at;
  return {
    ...momentOf({ ...to, at: last && last > to.at ? last : to.at }),
    submission,
    ...(kept.length === 0 ? {} : { kept }),
  };
}

/** Whether `at` may lie in other windows than the intent, for any present or future cap. */
export const isElsewhere = (intent: Moment, at: Date): boolean =>
  quarterOf(intent.at).getTime() !== quarterOf(at).getTime();

/**
 * Every moment at which an undecided lead has reservations: its present intent, and the kept moments of attempts
 * without a known outcome.
 */
export const momentsOf = ({ kept = [], ...intent }: Intent): readonly Moment[] => [
  ...kept.map(momentOf),
  ...(intent.untaken ? [] : [momentOf(intent)]),
];

/**
 * The moment at which the lead counts if it is accepted now: the moment of the deciding attempt. If an unknown
 * attempt was repeated, the buyer's answer is about the earliest of these attempts.
 */
export function decidingMoment(lead: Counted): Moment | undefined {
  const { intent } = lead;
  if (!intent) return undefined;
  const [first] = unresolved(lead);
  const there = first && intent.kept?.find(({ attempts }) => attempts >= first.number);
  return momentOf(there ?? (intent.untaken ? intent.kept?.at(-1) : undefined) ?? intent);
}

/** The intent of an accepted lead. It records the moment at which the lead counts if that differs from the intent. */
export function soldIntent(lead: Counted): { readonly intent?: Intent } {
  const { intent } = lead;
  const sold = decidingMoment(lead);
  if (!intent || !sold || isSame(sold, intent)) return {};
  // Rounded to quarters of an hour, so that a day's count has few groups for sales at other moments.
  return { intent: { ...intent, sold: { ...sold, at: quarterOf(sold.at) } } };
}

/** The lead's moments other than `but`. Their reservations are released. */
export function otherMoments({ intent }: Counted, but: Moment): readonly Moment[] {
  if (!intent) return [];
  return [...(intent.kept ?? []), intent].filter((one) => !isSame(one, but)).map(momentOf);
}
