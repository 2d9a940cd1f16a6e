import type { Offer } from '../../core/catalogue/types.js';
import type { SentCallback } from './destinations.js';

/**
 * `missing`: no header. `malformed`: the header has the wrong format. `stale`: it was signed at another time.
 * `wrong`: it was made with another secret or for another body.
 */
export type SignatureFault = 'missing' | 'malformed' | 'stale' | 'wrong';

/** `secret`: the secret with this name has no value, so no signature can be checked. */
export type SignatureProblem =
  | { readonly kind: SignatureFault }
  | { readonly kind: 'secret'; readonly name: string; readonly why: string };

/** What is wrong with the signature of a callback. Undefined if it is right, or if the offer requires none. */
export type CheckSignature = (offer: Offer, sent: SentCallback, now: Date) => SignatureProblem | undefined;
