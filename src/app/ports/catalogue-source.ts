import type { Catalogue } from '../../core/catalogue/types.js';

/** The compiled catalogue in force, from memory; swapped as a whole when the version moves. */
export interface CatalogueSource {
  current(): Catalogue;
}

/** Whose leads an offer's were: for attempts of a former build, which don't say whom they went to. */
export interface BuyerHistory {
  /** Ids of the buyers that the offer may have had at that moment; empty: the history does not tell. */
  buyersAt(offerId: string, at: Date): Promise<readonly string[]>;
}
