import type { ConsentEvidence } from '../lead/consent-evidence.js';
import type { DecisionCode } from '../refusal.js';

/** The most fallbacks of one direct post. */
export const MAX_FALLBACKS = 5;

/** Which lead a fallback becomes, and for which offer. The id is given when the call is received. */
export interface FallbackRef {
  readonly lead_id: string;
  readonly offer_id: string;
}

/** An offer that the consumer agreed to besides the one that is posted to. It is posted to only if that offer can't take the lead. */
export interface Fallback extends FallbackRef {
  /** The offer's buyer when the call was received. */
  readonly buyer_id: string;
  readonly program_id?: string;
  readonly answers: Readonly<Record<string, unknown>>;
  /** What was shown for this offer and agreed to. */
  readonly consent: ConsentEvidence;
  /** As if the lead had been posted to this offer (`LeadRecord.data_hash`). */
  readonly data_hash: string;
  /** The process whose call waits for the decision, and is woken by it. */
  readonly reply_to?: string;
}

/** The fallback that follows a lead. It is written by the transition that ends the lead, and never changes. */
export interface NextFallback extends FallbackRef {
  /** The submission number of the lead that fell back. */
  readonly submission: number;
  readonly at: Date;
}

/** A lead of the same call before this one, and what it was refused with. */
export interface EarlierLead extends FallbackRef {
  readonly code: DecisionCode;
}

/** The index among the fallbacks of the first offer that is named twice. */
export function repeatedOffer(first: string, fallbacks: readonly string[]): number | undefined {
  const at = fallbacks.findIndex((id, index) => id === first || fallbacks.indexOf(id) < index);
  return at < 0 ? undefined : at;
}
