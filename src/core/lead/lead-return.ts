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
  readonly overrode?: { readonly rules: readonly ('within' | 'max_share')[]; readonly why: string };
  /** The share that counts it (`shareName`). Absent: it is over the share. */
  readonly share?: string;
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
