/** Distances between ZIP codes. */
export interface Geo {
  /** Great-circle miles between the centers of two ZIP codes. Undefined when a ZIP code is unknown. */
  miles(zipA: string, zipB: string): number | undefined;
}
