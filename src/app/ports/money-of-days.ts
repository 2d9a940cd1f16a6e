/** Sums of the books' entries. Cents; entries without a configured amount count nothing. */
export interface MoneySums {
  readonly buyer_cents: number;
  readonly affiliate_cents: number;
}

/** Adds up entries without reading them one by one. Throws on an outage. */
export interface MoneyOfDays {
  /** The entries of a day of the accounting zone that happened before `until`. One command. */
  ofDay(day: string, until: Date): Promise<MoneySums>;
}
