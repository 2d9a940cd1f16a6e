import type { Limit } from '../limits/limits.js';

/** A browser that signed in to an account counts as known to it for so long after the newest sign-in. */
export const DEVICE_KNOWN_MS = 180 * 86_400_000;

/** A sign-in at the identity provider has to end in this time. */
export const BEGUN_SIGN_IN_MS = 10 * 60_000;

/** How many sign-ins at the provider one network may begin. Each is kept until it ends. */
export const BEGIN_LIMIT: Limit = { per_minute: 30, burst: 60 };
