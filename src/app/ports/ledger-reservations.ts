/** A reservation of one round of a lead in one cap bucket of the ledger. */
export interface LedgerReservation {
  readonly reservation_id: string;
  readonly lead_id: string;
  readonly round: number;
  /** The bucket, as `release` takes it. */
  readonly key: string;
}

/** The reservations of the current ledger, for its upkeep. Throws an OutageError while Redis is not available. */
export interface LedgerReservations {
  /** All of them; some come twice. */
  reserved(): AsyncIterable<LedgerReservation>;
  /** `stale`: the bucket belongs to an older ledger, or a rebuild is in progress; nothing was changed. Can be repeated. */
  release(reservation: LedgerReservation): Promise<unknown>;
}
