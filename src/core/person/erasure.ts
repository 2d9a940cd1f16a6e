import { compact } from '../catalogue/compact.js';
import { mayBeTaken } from '../delivery/attempt.js';
import { releaseEffect } from '../delivery/pending-effects.js';
import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import type { LeadRecord } from '../lead/lead-record.js';
import { isFinal, mayBeEvaluatedAgain } from '../lead/lead-states.js';
import type { Refusal } from '../refusal.js';

/** What a person asked to be erased: records by id, and the person by keyed hashes. It holds nothing that names one. */
export interface Erasure {
  /** 1, 2, …: the number of its file in the journal. */
  readonly number: number;
  readonly case: string;
  readonly at: Date;
  readonly lead_ids: readonly string[];
  readonly search_ids: readonly string[];
  /** Keyed hashes of the person's identities. A restored database may hold records that are not named here. */
  readonly keys: readonly string[];
  /** Evidence of consents is removed too. */
  readonly no_evidence: boolean;
  /** Absent: it is not done. When it is, its keys go. */
  readonly done?: ErasureDone;
}

export interface ErasureDone {
  readonly at: Date;
}

/** What becomes of a lead. */
export type Fate =
  /** No buyer may take it: no request of this submission left, or was answered "try again". It ends and is not sent any more. */
  | 'ends'
  /** It is decided: its person is removed at once. */
  | 'forgotten'
  /** A buyer may take it, and it is undecided: its person is removed when it is decided, at the latest at a stated date. */
  | 'later';

export const fateOf = (lead: Pick<LeadRecord, 'state' | 'attempts' | 'submission' | 'is_test'>): Fate => {
  if (isFinal(lead.state)) return 'forgotten';
  return !lead.is_test && mayBeTaken(lead) ? 'later' : 'ends';
};

/** Whether the person of a lead is to be erased when it is decided. */
export const isToBeErased = ({ forget }: Pick<LeadRecord, 'forget'>): boolean =>
  forget !== undefined && forget.why === undefined;

/** Whether the person of a lead was removed, or an erasure began to remove it: its id takes no new data. */
export const isPersonGone = (lead: Pick<LeadRecord, 'forget' | 'forgotten' | 'decision'>): boolean =>
  lead.forgotten !== undefined || isToBeErased(lead) || wasEndedByErasure(lead);

/** Whether a client may submit the lead again under its id, with data of its person. */
export const maySubmitAgain = (
  lead: Parameters<typeof mayBeEvaluatedAgain>[0] & Parameters<typeof isPersonGone>[0],
): boolean => mayBeEvaluatedAgain(lead) && !isPersonGone(lead);

/**
 * Whether an erasure waited for a lead that no buyer may take after all: its request was about to leave then, or it is the
 * fallback of such a lead. It is not sent any more.
 */
export const waitsForErasure = (
  lead: Pick<LeadRecord, 'forget' | 'state' | 'attempts' | 'submission' | 'is_test'>,
): boolean => isToBeErased(lead) && fateOf(lead) === 'ends';

/** A buyer that has such a lead may still answer; then the person goes, decided or not. */
export const LATER_MS = 30 * 86_400_000;

/** A call that arrived has stored its record by then, or never does. */
export const CALL_MS = 120_000;

const ERASED: Refusal = { check: 'erasure', code: 'NOT_ELIGIBLE', why: 'erased' };

/** Whether the lead ended because its person was erased. */
export const wasEndedByErasure = ({ decision }: Pick<LeadRecord, 'decision'>): boolean =>
  decision?.refusal?.check === ERASED.check;

/** How a lead ends that no buyer may take. A worker that has it at this moment loses, and gives back what it took. */
export function endErased(
  lead: LeadRecord,
  at: Date,
): { readonly when: LeadCondition; readonly change: LeadChange } {
  const { id, submission, runs, state, attempts, received_at, offer_id } = lead;
  const reason = { ...ERASED };
  return {
    when: { id, submission, runs, received_at, states: [state], attempts: attempts.length },
    change: {
      state: 'rejected',
      due_at: null,
      decision: { code: ERASED.code, at, refusal: ERASED, source: 'service' },
      ...(lead.is_test ? {} : { effect: releaseEffect(withIntent(lead), at) }),
      entries: [{ at, what: 'decided', offer_id, outcome: ERASED.code, reason }],
    },
  };
}

/**
 * A first run may have reserved without a trace, before it was killed: within seconds after the lead was received, for the
 * buyer that the lead names (ADR 91).
 */
function withIntent(lead: LeadRecord): LeadRecord {
  const { intent, submission, received_at: at, buyer_id } = lead;
  return intent ? lead : { ...lead, intent: compact({ at, submission, buyer_id }) };
}
