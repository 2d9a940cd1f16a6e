/** A lead that claims an identity. */
export interface ClaimOwner {
  readonly lead: string;
  readonly affiliate: string;
  readonly submission: number;
  readonly offer: string;
  readonly buyer: string;
  readonly at: Date;
}

export interface ClaimedIdentity {
  readonly key: string;
  readonly owners: readonly ClaimOwner[];
}
