import type { Question } from '../catalogue/types.js';

/** One result of a partner's search, checked for shape. Money in cents. */
export interface PartnerResult {
  readonly reference: string;
  readonly name: string;
  readonly school?: { readonly name: string; readonly logo_url?: string };
  readonly programs: readonly { readonly value: string; readonly label: string }[];
  readonly questions: readonly Question[];
  readonly bid_cents?: number;
  readonly tcpa_text?: string;
  readonly expires_at?: Date;
}

/** A partner's results that are usable, best first, and a sentence for each fault (no values in it). */
export interface ReadResults {
  readonly results: readonly PartnerResult[];
  readonly faults: readonly string[];
}
