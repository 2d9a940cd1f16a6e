/** What a buyer may send back, and what a return undoes. */
export interface Returns {
  /** Counted from the acceptance. */
  readonly within_ms: number;
  readonly reasons: readonly { readonly code: string; readonly label: string }[];
  /** Of the leads accepted in the returned lead's month, in basis points (10,000: all), rounded down. */
  readonly max_share_bp: number;
  /** Whether the affiliate's payout is taken back. */
  readonly reverse_payout: boolean;
  /** Whether the lead's place in caps is given back, in windows that are still open. */
  readonly give_back_place: boolean;
  /** Whether the person may be sold again. */
  readonly release_claim: boolean;
  /** Absent: a return that the rules allow acts at once. */
  readonly review?: ReturnReview;
}

/** A return that the rules allow is a request, which an operator accepts or declines. */
export interface ReturnReview {
  /** Counted from the request. */
  readonly decide_within_ms: number;
  /** What becomes of a request that nobody decided in that time. */
  readonly past_deadline: 'decline' | 'accept';
  /** Codes of reasons that nobody reviews. */
  readonly accept_at_once: readonly string[];
  /** Whether the affiliate reads the evidence of an accepted request. */
  readonly show_evidence: boolean;
}
