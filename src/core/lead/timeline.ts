/**
 * One thing that happened to a search or a lead, as its record holds it: of any build, so its kind may be one that this
 * one does not know. What this build writes is a `LeadEntry` or a `SearchEntry`.
 */
export interface TimelineEntry {
  readonly at: Date;
  readonly what: string;
  readonly offer_id?: string;
  readonly outcome?: string;
  /** Data for a person who asks "why?"; never personal data. Nothing is decided by it. */
  readonly reason?: Readonly<Record<string, unknown>>;
}

/** The newest entries that a record keeps. */
export const TIMELINE_LENGTH = 200;
