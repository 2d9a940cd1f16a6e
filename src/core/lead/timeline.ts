/**
 * An event of a search or a lead, as its record stores it. Any build may have written it, so this build may not know
 * its kind. This build writes only `LeadEntry` and `SearchEntry`.
 */
export interface TimelineEntry {
  readonly at: Date;
  readonly what: string;
  readonly offer_id?: string;
  readonly outcome?: string;
  /** Data for a person who asks "why?". It holds no personal data, and no decision depends on it. */
  readonly reason?: Readonly<Record<string, unknown>>;
}

/** How many of the newest entries a record keeps. */
export const TIMELINE_LENGTH = 200;
