import type { Returns, ReturnReview } from '../catalogue/returns.js';

/** What a buyer shows for its request. It is cleaned: nothing of it names a person that Leadkeep knows. */
export interface ReturnEvidence {
  readonly text?: string;
  readonly links?: readonly string[];
}

/**
 * A buyer asked to return the lead, and an operator decides. It has the rules of its time: what the catalogue says
 * later changes nothing. Its evidence is beside it (`LeadRecord.return_evidence`), where an erasure removes it.
 */
export interface ReturnRequested {
  readonly at: Date;
  readonly code: string;
  /** `callback`, or the operator who recorded it. */
  readonly by: string;
  /** The share that counts it while it is open, and once it is accepted. */
  readonly share: string;
  readonly decide_by: Date;
  readonly past_deadline: ReturnReview['past_deadline'];
  readonly shows_evidence: boolean;
  readonly undoes: Pick<Returns, 'reverse_payout' | 'give_back_place' | 'release_claim'>;
  /** Absent: it is open. */
  readonly ended?: RequestEnded;
}

/** How a request ended. `deadline`: nobody decided in time. */
export interface RequestEnded {
  readonly at: Date;
  readonly outcome: 'accepted' | 'declined';
  readonly by: string;
  readonly why?: string;
}

/** A buyer sent the lead back. The decision stays ACCEPTED. */
export interface LeadReturn {
  readonly at: Date;
  /** The code of the reason, as the catalogue configures it. */
  readonly code: string;
  /** `callback`, or the operator's name. */
  readonly by: string;
  /** Whether the affiliate's payout is taken back. */
  readonly payout_reversed: boolean;
  /** The rules that an operator overrode, and the reason. */
  readonly overrode?: {
    readonly rules: readonly ('within' | 'max_share' | 'review')[];
    readonly why: string;
  };
  /** The share that counts it (`shareName`). Absent: it is over the share. */
  readonly share?: string;
  /** The number of the request that was accepted. Absent: the return acted at once. */
  readonly request?: number;
  /** Whether the cap place was given back, and whether the claims were released. Absent: kept. */
  readonly place_given_back?: true;
  readonly claim_released?: true;
  /** A mistaken return that was undone. */
  readonly undone?: UndoneReturn;
}

/** Who undid a return, and why. */
export interface UndoneReturn {
  readonly at: Date;
  readonly by: string;
  readonly why: string;
  /** Whether the person could be claimed again. Absent: the return did not release the claims. */
  readonly claim_regained?: boolean;
  /**
   * The sale counts again in its caps, as far as their windows were open at `at`. Absent: the return did not give the
   * place back.
   */
  readonly place_regained?: true;
}

/**
 * What a return, or undoing one, still has to change in shared records: the claims and the cap ledger. `undo` of a return that was not undone yet: the sweeper first takes
 * back what the return gave back, and then undoes the return.
 */
export type ReturnEffect = {
  readonly kind: 'return';
  /** How often the lead was returned before. */
  readonly number: number;
  readonly since: Date;
} & ({ readonly what: 'return' } | { readonly what: 'undo'; readonly by: string; readonly why: string });
