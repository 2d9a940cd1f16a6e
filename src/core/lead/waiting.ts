import type { WaitReason } from '../destination-gate/admission.js';

/**
 * A shared resource that a lead waits for. `another_lead`: an undecided lead of the same person or search. `ledger`:
 * the cap ledger.
 */
export type SharedWait = 'another_lead' | 'ledger';

/** Why an undecided lead is waiting. The run with this number stored the reason. */
export type Waiting = { readonly run: number } &
  /** `data_key`: the record is sealed under a key of this name, which the worker does not have. */
  (
    | { readonly why: 'outage'; readonly data_key?: string }
    /** The destination gate lets no request through now. */
    | { readonly why: WaitReason }
    /** What it is sold through is paused for a time. */
    | { readonly why: 'paused'; readonly until: Date }
    | { readonly why: SharedWait }
    /** A service that verifies it gave no answer yet. `step` names it. */
    | { readonly why: 'verification'; readonly step: string }
    /** The check `by` refuses the lead, but the buyer may have it. */
    | { readonly why: 'refused'; readonly by?: string }
    /**
     * The buyer was asked and has not decided. `outcome` is what its answer was read as. `until`: it is not asked again
     * before that, when the time for asking is over.
     */
    | {
        readonly why: 'asked';
        readonly outcome: string;
        readonly status?: number;
        readonly detail?: string;
        readonly until?: Date;
      }
    /** Too many runs stalled. Until this time, living processes may requeue their own leads. */
    | { readonly why: 'stalls'; readonly until: Date }
  );

/**
 * Reasons that are ours: such a wait uses up no delivery window, and neither does any delay after it. The wait moves the
 * window in advance, so a run that takes the lead earlier moves it back.
 */
export const OUR_REASONS = ['outage', 'ledger'] as const satisfies readonly Waiting['why'][];

/** The members of a lead that say why it waits. */
interface Waits {
  readonly waiting?: Waiting;
  readonly runs: number;
}

/**
 * Why a lead that was just taken has been waiting, for the run that has it: only the run before counts, since what this run
 * stored is no earlier wait. To tell others, see `recordedWait`. Undefined when the previous run left the lead for another reason.
 * The timeline then states the reason once more.
 */
export const newestWait = ({ waiting, runs }: Waits): Waiting | undefined =>
  waiting?.run === runs - 1 ? waiting : undefined;

/** Why a lead that passed every check, or did so before a pause, is not sent. */
export type HeldReason = WaitReason | 'paused';
const REASONS: readonly HeldReason[] = ['destination_down', 'no_room', 'throttled', 'paused'];

/** Why the lead was held back at the last try. Undefined when something else happened since. */
export function waitsBecause(lead: Waits): HeldReason | undefined {
  const why = newestWait(lead)?.why;
  return REASONS.find((reason) => reason === why);
}

/**
 * Why an undecided lead waits, for people who read it: what its newest run recorded, which may be over, or the run before,
 * while the newest one goes on. A wait of an earlier run says nothing any more. A lead may end with its last wait.
 */
export const recordedWait = ({ waiting, runs }: Waits): Waiting | undefined =>
  waiting && waiting.run >= runs - 1 ? waiting : undefined;
