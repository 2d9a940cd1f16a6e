import type { Buyer, Chapter, Reason } from './parties.js';
import type { PlannedLead, Verdict } from './planned-lead.js';

/** A place of the writer (the sweeper) at which it is struck: before, within or after its first call of a port. */
export interface Blow {
  readonly step: string;
  readonly when: 'before' | 'within' | 'after';
  readonly how: 'dies' | 'sleeps';
}

/** The buyer, or an operator for it, decides a lead that was not answered at once. */
export interface DecideAct {
  readonly what: 'call_back' | 'settle';
  readonly lead: PlannedLead;
  readonly verdict: Verdict;
}

/** Who sends a lead back, and how. */
export interface ReturnAct {
  readonly what: 'return';
  readonly lead: PlannedLead;
  readonly reason: Reason;
  readonly through: 'callback' | 'operator';
  /** The operator passes the rules of time and share. */
  readonly override?: string;
  /** The rule that must refuse it. Absent: it may be returned, or be over the share. */
  readonly refused_by?: string;
  /** It is only a request. */
  readonly is_reviewed?: true;
}

/** An operator decides a return request. */
export interface DecideReturnAct {
  readonly what: 'decide_return';
  readonly lead: PlannedLead;
  readonly outcome: 'accepted' | 'declined';
}

/** A buyer says what became of a lead that it bought. */
export interface StageAct {
  readonly what: 'stage';
  readonly lead: PlannedLead;
  readonly stage: string;
  /** A day in the buyer's zone. Null: it is withdrawn. */
  readonly on: string | null;
  readonly value_cents?: number;
  readonly through: 'callback' | 'file';
  /** Why it must be refused: another buyer reports it, there is no such lead, or the day can't be. Absent: it is taken. */
  readonly is_refused?: 'foreign' | 'unknown' | 'too early' | 'too late';
  /** Who reports it. Absent: the lead's buyer. */
  readonly by_buyer?: Buyer;
}

/** An amount that an operator books beside the leads, in cents. */
export interface AdjustAct {
  readonly what: 'adjust';
  readonly party:
    | { readonly kind: 'buyer'; readonly handle: Buyer }
    | { readonly kind: 'affiliate'; readonly handle: string };
  readonly cents: number;
  readonly reference: string;
  readonly why: string;
  /** When it happened. Absent: at the act's own time. */
  readonly happened?: Date;
  readonly lead?: PlannedLead;
  /** The command is killed between owing and booking. */
  readonly dies?: true;
}

/** What happens beside the leads. */
export type Act =
  | { readonly what: 'apply'; readonly chapter: Chapter }
  | DecideAct
  | ReturnAct
  | DecideReturnAct
  | StageAct
  /** One or two sweepers count the stages of each day. The first one is struck. */
  | { readonly what: 'count_stages'; readonly counters: 1 | 2; readonly blow: Blow }
  | { readonly what: 'undo'; readonly lead: PlannedLead; readonly why: string }
  | AdjustAct
  /** Closes a month. `dies`: the command is killed at this step. */
  | { readonly what: 'close'; readonly month: string; readonly dies?: Blow }
  /** One or two sweepers at once. The first one is struck, where there is a blow. */
  | { readonly what: 'sweep'; readonly sweepers: 1 | 2; readonly blow?: Blow }
  /** Every sweeper that sleeps goes on. */
  | { readonly what: 'wake' };

/** An act, and when it happens. */
export type Dated = readonly [at: Date, act: Act];

/** Half an hour of the story: first its leads come, then the rest happens. */
export interface Slot {
  readonly leads: readonly PlannedLead[];
  readonly acts: readonly Dated[];
}
