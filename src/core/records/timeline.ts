/** One thing that happened to a search or a lead: what, when, which offer, outcome and reason as data. */
export interface TimelineEntry {
  readonly at: Date;
  readonly what: string;
  readonly offer_id?: string;
  readonly outcome?: string;
  /** Data for a person who asks "why?"; never personal data. */
  readonly reason?: Readonly<Record<string, unknown>>;
}

/** The newest entries that a record keeps. */
export const TIMELINE_LENGTH = 200;
