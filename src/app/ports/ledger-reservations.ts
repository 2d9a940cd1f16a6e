/** A reservation of one submission of a lead in one cap bucket of the ledger. */
export interface LedgerReservation {
  readonly reservation_id: string;
  readonly lead_id: string;
  readonly submission: number;
  /** The key of the bucket, which `release` needs. */
  readonly key: string;
}

/**
 * Reads and releases the reservations of the current ledger, for its upkeep. Throws an OutageError while Redis is not
 * available.
 */
export interface LedgerReservations {
  /** All reservations. Some come twice. */
  reserved(): AsyncIterable<LedgerReservation>;
  /** Whether a reservation that was found is still there. */
  isReserved(reservation: LedgerReservation): Promise<boolean>;
  /**
   * `stale`: the bucket belongs to an older ledger, or a rebuild is in progress. Nothing was changed then. You may
   * repeat the call.
   */
  release(reservation: LedgerReservation): Promise<unknown>;
}
