/** Something that is valid until it expires or somebody ends it. */
export interface Expiring {
  /** It is refused from this moment on. */
  readonly expires_at?: Date;
  readonly revoked_at?: Date;
}

/** What every stored key has. The key itself is never stored. */
export interface StoredKey extends Expiring {
  readonly id: string;
  /** The key's scheme and first 11 random characters, enough for a person to tell keys apart. */
  readonly prefix: string;
  readonly created_at: Date;
  /** When somebody called with it last, to the hour. Absent: never, or its kind is not noted. */
  readonly used_at?: Date;
  /** The prefix of the key that replaced this one. */
  readonly replaced_by?: string;
}

/** Whether the key is valid at `now`. */
export const isKeyValid = (key: Expiring, now: Date): boolean =>
  key.revoked_at === undefined && (key.expires_at === undefined || key.expires_at > now);

/** A `replaced` key stays valid until it expires. */
export function keyStateOf(key: StoredKey, now: Date): 'valid' | 'replaced' | 'expired' | 'revoked' {
  if (key.revoked_at !== undefined) return 'revoked';
  if (!isKeyValid(key, now)) return 'expired';
  return key.replaced_by === undefined ? 'valid' : 'replaced';
}
