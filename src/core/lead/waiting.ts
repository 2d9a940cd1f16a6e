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
    /** Too many runs stalled. Until this time, living processes may put back their own leads. */
    | { readonly why: 'stalls'; readonly until: Date }
  );
