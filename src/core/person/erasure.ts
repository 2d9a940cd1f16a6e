import { compact } from '../catalogue/compact.js';
import type { IdentityKind } from '../catalogue/types.js';
import { mayBeTaken } from '../delivery/attempt.js';
import { releaseEffect } from '../delivery/pending-effects.js';
import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import type { LeadRecord } from '../lead/lead-record.js';
import { levelOf } from '../lead/key-level.js';
import { isFinal, mayBeEvaluatedAgain } from '../lead/lead-states.js';
import { hasPersonOf } from '../lead/submitted-again.js';
import type { Refusal } from '../refusal.js';
import type { SearchRecord } from '../search/search-record.js';

/** What a person asked to be erased: records by id, and the person by keyed hashes. It holds nothing that names one. */
export interface Erasure {
  /** 1, 2, …: the number of its file in the journal. */
  readonly number: number;
  readonly case: string;
  readonly at: Date;
  readonly lead_ids: readonly string[];
  readonly search_ids: readonly string[];
  /**
   * Submissions of the person before a lead was sent again with somebody else: ids of evidence. Also those that a run took of
   * its own leads, because these may be sent again. Absent: none.
   */
  readonly earlier?: readonly string[];
  /** Keyed hashes of the person's identities. A restored database may hold records that are not named here. */
  readonly keys: readonly string[];
  /** Of which kinds the keys are. Absent: a former build began it, and did not say of which of `SOUGHT_KINDS`. */
  readonly kinds?: readonly IdentityKind[];
  /** Evidence of consents is removed too. */
  readonly no_evidence: boolean;
  /** What it found when it was done, and its keys went. Absent: it is not done, or a former build ended it. */
  readonly done?: ErasureDone;
}

export interface ErasureDone {
  readonly at: Date;
  /** Its own leads, each with the submission that it read: a later one is somebody else's. Absent: a former build ended it. */
  readonly rounds?: readonly ErasedRound[];
}

export interface ErasedRound {
  readonly lead_id: string;
  readonly round: number;
}

/** By what a person is looked for. */
const SOUGHT_KINDS: readonly IdentityKind[] = ['email', 'phone'];

/** What becomes of a lead. */
export type Fate =
  /** No buyer may take it: no request of this submission left, or was answered "try again". It ends and is not sent any more. */
  | 'ends'
  /** It is decided: its person is removed at once. */
  | 'forgotten'
  /** A buyer may take it, and it is undecided: its person is removed when it is decided, at the latest at a stated date. */
  | 'later';

export const fateOf = (lead: Pick<LeadRecord, 'state' | 'attempts' | 'round' | 'is_test'>): Fate => {
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
  lead: Pick<LeadRecord, 'forget' | 'state' | 'attempts' | 'round' | 'is_test'>,
): boolean => isToBeErased(lead) && fateOf(lead) === 'ends';

/** A buyer that has such a lead may still answer; then the person goes, decided or not. */
export const LATER_MS = 30 * 86_400_000;

/** A call that arrived has stored its record by then, or never does. */
export const CALL_MS = 120_000;

/**
 * Whether a record that an erasure names has the data of somebody else by now: it was sent again under its id after the
 * person was looked for. An erasure is repeated after a kill, while a data key is missing, and from the journal. `sent_at`:
 * when the call with its data arrived.
 */
export const isSomebodyElses = (
  record: Pick<LeadRecord, 'round' | 'identities'>,
  sent_at: Date | undefined,
  { at, keys }: Pick<Erasure, 'at' | 'keys'>,
): boolean =>
  sent_at !== undefined && sent_at.getTime() > at.getTime() - CALL_MS && !hasPersonOf(record, keys);

/** The same of a search. One that has lost its person has no hashes any more, so it is nobody else's. */
export const isSearchOfSomebodyElse = (
  search: Pick<SearchRecord, 'round' | 'identities' | 'counts_from' | 'forgotten'>,
  erasure: Pick<Erasure, 'at' | 'keys'>,
): boolean => !search.forgotten && isSomebodyElses(search, search.counts_from, erasure);

/**
 * Whether a record that the journal names has the data of who had its id before: in a restored backup, it was not sent again
 * with the erased person yet. Without hashes of a kind and a secret of which the erasure has some, nothing tells, and it
 * counts as the person's. `sent_at`: as above.
 */
export const hasEarlierPerson = (
  record: Pick<LeadRecord, 'round' | 'identities'>,
  sent_at: Date | undefined,
  erasure: Pick<Erasure, 'at' | 'keys' | 'kinds'>,
): boolean => {
  const [levels, kinds] = [new Set(erasure.keys.map(levelOf)), erasure.kinds ?? SOUGHT_KINDS];
  const comparable = record.identities.filter(
    ({ kind, key }) => kinds.includes(kind) && levels.has(levelOf(key)),
  );
  return (
    comparable.length > 0 &&
    !comparable.some(({ key }) => erasure.keys.includes(key)) &&
    !isSomebodyElses(record, sent_at, erasure)
  );
};

/**
 * Whether a lead that an erasure names has somebody else now, also when the erasure is done and has no keys any more. If a
 * former build ended it, a lead that an erasure removed is taken for its own, unless it was sent later.
 */
export function hasSomebodyElse(
  lead: Pick<LeadRecord, 'id' | 'round' | 'identities' | 'received_at' | 'forgotten' | 'forget'>,
  erasure: Pick<Erasure, 'at' | 'keys' | 'done'>,
): boolean {
  const { at, keys, done } = erasure;
  const read = done?.rounds;
  // Not by times: a call that arrived before the lead was read may have stored it after that.
  if (read) return lead.round > (read.find(({ lead_id }) => lead_id === lead.id)?.round ?? 0);
  const isErased = lead.forgotten?.why === 'erasure' || isToBeErased(lead);
  if (keys.length === 0 && isErased && lead.received_at <= at) return false;
  return isSomebodyElses(lead, lead.received_at, erasure);
}

const ERASED: Refusal = { check: 'erasure', code: 'NOT_ELIGIBLE', why: 'erased' };

/** Whether the lead ended because its person was erased. */
export const wasEndedByErasure = ({ decision }: Pick<LeadRecord, 'decision'>): boolean =>
  decision?.refusal?.check === ERASED.check;

/** How a lead ends that no buyer may take. A worker that has it at this moment loses, and gives back what it took. */
export function endErased(
  lead: LeadRecord,
  at: Date,
): { readonly when: LeadCondition; readonly change: LeadChange } {
  const { id, round, runs, state, attempts, received_at, offer_id } = lead;
  const reason = { ...ERASED };
  return {
    when: { id, round, runs, received_at, states: [state], attempts: attempts.length },
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
  const { intent, round, received_at: at, buyer_id } = lead;
  return intent ? lead : { ...lead, intent: compact({ at, round, buyer_id }) };
}
