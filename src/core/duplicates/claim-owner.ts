/** One lead that holds an identity. */
export interface Holder {
  readonly lead: string;
  readonly affiliate: string;
  readonly round: number;
  readonly offer: string;
  readonly buyer: string;
  readonly at: Date;
}

export interface HeldIdentity {
  readonly key: string;
  readonly holders: readonly Holder[];
}
