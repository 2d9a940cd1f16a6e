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
}
