/** A one-time code is of a step of this many seconds (RFC 6238). */
export const TOTP_STEP_SECONDS = 30;

/** Codes of the step before and of the next one are taken too, for clocks that differ. */
export const TOTP_WINDOW = 1;

export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text);

/**
 * Whether a code of this step may still be used. Each code works once, and none works that is older than the last one:
 * who watches somebody type a code can't use it again.
 */
export const isNewStep = (step: number, last: number): boolean => step > last;
