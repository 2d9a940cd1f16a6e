import type { OpenResults } from '../../core/timed-changes/foresee-amount.js';

/** Counts results of searches that can still be submitted. Throws on an outage. */
export interface OpenResultsReader {
  /**
   * The results of an offer, without those that a bid prices, that expire after `at`: of the newest runs, since `since`, of
   * live searches that have not sold it.
   */
  ofOffer(offerId: string, times: { readonly since: Date; readonly at: Date }): Promise<OpenResults[]>;
}
