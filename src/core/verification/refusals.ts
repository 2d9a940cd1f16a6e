import type { Refusal } from '../refusal.js';

const CHECK = 'verification';

/** A service said no. `reason` is cleaned. */
export const refusedBy = (step: string, reason?: string): Refusal => ({
  check: CHECK,
  code: 'NOT_ELIGIBLE',
  why: 'verification_refused',
  detail: { step, ...(reason === undefined ? {} : { reason }) },
});

/** No service said yes, for as long as the lead could wait. */
export const notVerified = (step: string, detail: string): Refusal => ({
  check: CHECK,
  code: 'NOT_ELIGIBLE',
  why: 'not_verified',
  detail: { step, detail },
});
