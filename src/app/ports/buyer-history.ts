/** Which buyers an offer had. Needed for attempts of a former build, which do not store their buyer. */
export interface BuyerHistory {
  /** Ids of the buyers that the offer may have had at that moment. Empty: the history does not have this. */
  buyersAt(offerId: string, at: Date): Promise<readonly string[]>;
}
