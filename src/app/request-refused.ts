/** Where a direct post names an offer. */
export type OfferField = 'svc_offer_id' | `fallbacks[${number}].svc_offer_id`;

/** The member of a request that a refusal names. */
type RefusedField =
  OfferField | 'svc_affiliate_id' | 'svc_campaign_id' | 'offer_id' | 'svc_lead_id' | 'month';

export type RequestRefusal =
  /** `not_yours`: the id belongs to another affiliate. `not_found`: the key can't see any record with this id. */
  | { readonly why: 'not_yours' | 'not_found'; readonly field: RefusedField }
  /** The offer is on another campaign of the affiliate than the named one. */
  | { readonly why: 'other_campaign'; readonly field: OfferField }
  /** The campaign of the search belongs to the affiliate no longer. */
  | { readonly why: 'campaign_reassigned' }
  /** No active campaign of the affiliate has this id. */
  | { readonly why: 'campaign_not_found' }
  /** The result does not belong to the named search, or it belongs to another campaign than the named one. */
  | { readonly why: 'result_not_found' | 'result_of_other_campaign' }
  /** The offer belongs to a partner, so it only accepts results of a search. */
  | { readonly why: 'partner_offer'; readonly field: OfferField }
  /** The call names this offer before. */
  | { readonly why: 'repeated_offer'; readonly field: OfferField }
  /** The campaign allows no fallbacks. */
  | { readonly why: 'no_fallbacks' }
  /** The record cannot be changed anymore, or it is live and the call is a test. */
  | { readonly why: 'already_submitted' | 'live_record' }
  /** The record has somebody else. An id keeps its person. */
  | { readonly why: 'other_person' }
  /** The Idempotency-Key was used for another request. */
  | { readonly why: 'idempotency_conflict' }
  /** A duplicate pre-check without any identity that can be used. */
  | { readonly why: 'no_usable_field' }
  /** A cursor of the feed that does not lead on. */
  | {
      readonly why: 'cursor';
      readonly cursor: 'malformed' | 'old' | 'foreign' | 'restored' | 'expired';
    }
  | { readonly why: 'too_often'; readonly retry_after_seconds: number };

/** A use case refuses a request. The API translates it (`src/api/faults.ts`); nothing was stored. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';

  constructor(readonly refusal: RequestRefusal) {
    super(`the request is refused: ${refusal.why}`);
  }
}

export const notYours = (field: RefusedField): RequestRefused =>
  new RequestRefused({ why: 'not_yours', field });

export const notFound = (field: RefusedField): RequestRefused =>
  new RequestRefused({ why: 'not_found', field });

type PlainRefusal = Exclude<
  RequestRefusal,
  { readonly field: unknown } | { readonly why: 'too_often' | 'cursor' }
>;

export const refused = (why: PlainRefusal['why']): RequestRefused => new RequestRefused({ why });
