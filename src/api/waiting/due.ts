/** A record whose job is lost is taken up by the sweeper after this time. */
export const DUE_AFTER_MS = 3_000;

export const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
