import type { Offer } from '../../core/catalogue/types.js';
import type { SentCallback } from './destinations.js';

/** `missing`: no header. `malformed`: not of its form. `stale`: of another time. `wrong`: of another secret or body. */
export type SignatureFault = 'missing' | 'malformed' | 'stale' | 'wrong';

/** `secret`: the secret with this name has no value, so no signature can be checked. */
export type SignatureProblem =
  | { readonly kind: SignatureFault }
  | { readonly kind: 'secret'; readonly name: string; readonly why: string };

/** What is wrong with the signature of a callback; undefined when it is right, or the offer asks for none. */
export type CheckSignature = (offer: Offer, sent: SentCallback, now: Date) => SignatureProblem | undefined;
