/**
 * Whether `ms` have passed since a time, both as of the epoch. So too if the clock was set back meanwhile: otherwise
 * nothing would happen until the clock is there again.
 */
export const hasElapsed = (ms: number, since: number, now: number): boolean =>
  now < since || now - since >= ms;
