import type { Question } from '../catalogue/types.js';

/** One result of a partner's search, with its shape validated. Money is in cents. */
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

/** A partner's usable results, best first, and a message for each invalid part. The messages hold no values. */
export interface ReadResults {
  readonly results: readonly PartnerResult[];
  readonly faults: readonly string[];
}
