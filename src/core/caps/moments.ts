import type { Attempt, Intent, KeptMoment, LeadRecord, Moment } from '../lead/lead-record.js';

type Counted = Pick<LeadRecord, 'round' | 'intent'> & {
  readonly attempts: readonly Pick<Attempt, 'n' | 'round' | 'outcome'>[];
};

/** All windows of all zones begin and end at quarters of an hour. */
const QUARTER_MS = 900_000;

/** The first moment that lies in the same windows as `at`, whatever caps there are or come. */
export const quarterOf = (at: Date): Date => new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS);

/** Attempts of the round that may still turn out to be the sale. */
const unresolved = ({ attempts, round }: Counted): Pick<Attempt, 'n'>[] =>
  attempts.filter(
    (attempt) => attempt.round === round && (attempt.outcome === 'open' || attempt.outcome === 'unknown'),
  );

const momentOf = ({ at, buyer_id }: Moment): Moment => ({
  at,
  ...(buyer_id === undefined ? {} : { buyer_id }),
});

const isSame = (a: Moment, b: Moment): boolean =>
  a.at.getTime() === b.at.getTime() && a.buyer_id === b.buyer_id;

/**
 * The intent of a lead that is to be counted at another moment. Where it stood so far is kept when an attempt was made
 * there that may still be the sale; every other place is given back. Nothing is counted before what is kept.
 */
export function movedIntent(lead: Counted, to: Moment): Intent {
  const { intent, round, attempts } = lead;
  const before = intent?.round === round ? (intent.kept ?? []) : [];
  const open = unresolved(lead);
  const covered = before.at(-1)?.attempts ?? 0;
  const stays = intent?.round === round && !intent.untaken && open.some(({ n }) => n > covered);
  const kept: readonly KeptMoment[] = [
    // One whose attempts turned out not to have left is given back with the rest.
    ...before.filter(({ attempts: last }, i) =>
      open.some(({ n }) => n <= last && n > (before[i - 1]?.attempts ?? 0)),
    ),
    ...(stays ? [{ ...momentOf(intent), attempts: attempts.length }] : []),
  ];
  const last = kept.at(-1)?.at;
  return {
    ...momentOf({ ...to, at: last && last > to.at ? last : to.at }),
    round,
    ...(kept.length === 0 ? {} : { kept }),
  };
}

/** Whether `at` may lie in other windows than the intent, of caps that there are or that come. */
export const isElsewhere = (intent: Moment, at: Date): boolean =>
  quarterOf(intent.at).getTime() !== quarterOf(at).getTime();

/** Every moment in which an undecided lead has its places: where it was sent and nobody knows, and where it stands. */
export const momentsOf = ({ kept = [], ...intent }: Intent): readonly Moment[] => [
  ...kept.map(momentOf),
  ...(intent.untaken ? [] : [momentOf(intent)]),
];

/**
 * Where the lead counts when it is accepted now: where the attempt was made that decides. If an unknown
 * attempt was repeated, the buyer's answer is about the earliest of them.
 */
export function decidingMoment(lead: Counted): Moment | undefined {
  const { intent } = lead;
  if (!intent) return undefined;
  const [first] = unresolved(lead);
  const there = first && intent.kept?.find(({ attempts }) => attempts >= first.n);
  return momentOf(there ?? (intent.untaken ? intent.kept?.at(-1) : undefined) ?? intent);
}

/** The intent of a lead that is accepted: it says where it counts when that is not where it stands. */
export function soldIntent(lead: Counted): { readonly intent?: Intent } {
  const { intent } = lead;
  const sold = decidingMoment(lead);
  if (!intent || !sold || isSame(sold, intent)) return {};
  // By quarters, so that sales elsewhere are few different lines of a day's count.
  return { intent: { ...intent, sold: { ...sold, at: quarterOf(sold.at) } } };
}

/** The moments of the lead beside that one, whose places are given back. */
export function otherMoments({ intent }: Counted, but: Moment): readonly Moment[] {
  if (!intent) return [];
  return [...(intent.kept ?? []), intent].filter((one) => !isSame(one, but)).map(momentOf);
}
