/** Distances between ZIP codes. */
export interface Geo {
  /** Great-circle miles between the centres of two ZIP codes; undefined when one is not known. */
  miles(zipA: string, zipB: string): number | undefined;
}
