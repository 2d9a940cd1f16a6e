import type { Limits, Operation } from '../limits/limits.js';

/** An affiliate's API key as processes know it: never the key itself. */
export interface ApiKey {
  readonly id: string;
  /** The key's first 20 characters, enough for a person to tell keys apart. */
  readonly prefix: string;
  readonly affiliate_id: string;
  /** Makes every search and submit a test lead. */
  readonly is_test: boolean;
  readonly operations: readonly Operation[];
  /** Overrides of the default limits. */
  readonly limits: Limits;
  readonly created_at: Date;
  /** Refused from this moment on. */
  readonly expires_at?: Date;
  readonly revoked_at?: Date;
  /** The prefix of the key that took its place. */
  readonly replaced_by?: string;
}

/** Whether the key opens anything at `now`. */
export const isKeyValid = (key: ApiKey, now: Date): boolean =>
  key.revoked_at === undefined && (key.expires_at === undefined || key.expires_at > now);
