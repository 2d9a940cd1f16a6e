import type { CapWindow } from '../catalogue/types.js';
import type { SwitchKind } from '../catalogue/switch-entry.js';
import { sameActor, type DraftActor } from '../drafts/draft.js';

/** The entry of the catalogue that a timed change is of, by ids. With `offer_id`: only what the campaign sells through it. */
export interface ChangedEntry {
  readonly kind: SwitchKind;
  readonly entry_id: string;
  readonly offer_id?: string;
}

/** What is changed for a time. */
export type ChangedField = ChangedEntry &
  (
    | { readonly what: 'pause' }
    /** `value`: the limit of the cap of this window and program. */
    | {
        readonly what: 'limit';
        readonly value: number;
        readonly window: CapWindow;
        readonly program?: string;
      }
    /**
     * `value`: the price or payout in cents, for all programs that have none of their own, or for one. On an offer, or on a
     * campaign for an offer; payouts are always on a campaign.
     */
    | { readonly what: 'price' | 'payout'; readonly value: number; readonly program?: string }
  );

export type ChangeKind = ChangedField['what'];
export type LimitField = Extract<ChangedField, { what: 'limit' }>;
export type AmountField = Extract<ChangedField, { what: 'price' | 'payout' }>;

/** Whether it changes what a buyer pays or an affiliate earns. */
export const isAmount = <Change extends ChangedField>(change: Change): change is Change & AmountField =>
  change.what === 'price' || change.what === 'payout';

/**
 * A change that ends by itself. It stands beside the versions of the catalogue: while it is in force, the field has another
 * value, and then again that of the version that is in force then.
 */
export type TimedChange = ChangedField & {
  /** 1, 2, … */
  readonly id: number;
  /** It is in force from `from` on, and until just before `until`. */
  readonly from: Date;
  readonly until: Date;
  /** When it was added, by whom, and why. */
  readonly at: Date;
  readonly by: string;
  readonly why?: string;
  /** Four eyes were asked for. It is in force at the earliest once another person has approved it. */
  readonly proposed?: { readonly by: DraftActor; readonly approved?: Approval };
  /** It was ended before its time, or before anybody approved it. */
  readonly ended?: EndedEarly;
};

export interface Approval {
  readonly at: Date;
  readonly by: string;
}

export interface EndedEarly {
  readonly at: Date;
  readonly by: string;
  readonly why?: string;
}

type Timed = Pick<TimedChange, 'from' | 'until' | 'ended' | 'proposed'>;

export const isInForce = (change: Timed, at: Date): boolean =>
  isToCome(change, at) && change.from <= at && !isUnapproved(change);

/** Whether somebody must still approve it. */
export const isUnapproved = ({ proposed }: Pick<TimedChange, 'proposed'>): boolean =>
  proposed !== undefined && !proposed.approved;

/** Whether it is in force, or will be if it is approved. */
export const isToCome = ({ until, ended }: Timed, at: Date): boolean => !ended && at < until;

/** Names the field that a change is of. Two changes of one field never overlap. */
export const fieldOf = (change: ChangedField): string =>
  JSON.stringify([
    ...[change.what, change.kind, change.entry_id, change.offer_id],
    ...(change.what === 'limit' ? [change.window, change.program] : []),
    ...(isAmount(change) ? [change.program] : []),
  ]);

/** A change of the same field that is in force at some moment of the new one. Undefined: none is. */
export function overlapping<Known extends ChangedField & Timed>(
  change: ChangedField & Timed,
  known: readonly Known[],
): Known | undefined {
  const field = fieldOf(change);
  return known.find(
    (one) => !one.ended && fieldOf(one) === field && one.from < change.until && change.from < one.until,
  );
}

/** When what is in force changes next, after `at`. Undefined: never, as far as these changes go. */
export function nextBoundary(changes: readonly Timed[], at: Date): Date | undefined {
  const times = changes.filter(({ ended }) => !ended).flatMap(({ from, until }) => [from, until]);
  return times.filter((time) => time > at).reduce<Date | undefined>(earlier, undefined);
}

const earlier = (a: Date | undefined, b: Date): Date => (a && a < b ? a : b);

/** Why somebody may not approve a proposed change. Undefined: they may. */
export function whyNotApproved(
  { by }: NonNullable<TimedChange['proposed']>,
  approver: DraftActor,
): string | undefined {
  if (approver.kind !== 'person') return 'A person must approve it, not a key';
  return sameActor(by, approver) ? 'You proposed it: another person must approve it' : undefined;
}
