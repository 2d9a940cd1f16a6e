import type { WaitKind } from '../../core/people/sign-in-waits.js';

/**
 * Who waits for a slow hash: a browser that is known to the account, or somebody with an invitation, or anybody else. Each
 * kind has turns of its own, so strangers hold up strangers alone.
 */
export type PasswordSource = 'known' | 'stranger';

/** Slow hashes of passwords. Both throw TurnsTaken while too many wait. */
export interface Passwords {
  /** The password of somebody with an invitation. */
  hash(password: string): Promise<string>;
  /** Without a hash it takes as long and is false, so that nobody learns which accounts exist. */
  verify(hash: string | undefined, password: string, from: PasswordSource): Promise<boolean>;
}

/** When a sign-in that found too many others waiting may be tried again. */
export const BUSY_SECONDS = 5;

/** One-time codes. */
export interface OneTimeCodes {
  /** The secret that an invitation's link sets up: always the same for the same token. */
  secretOf(invitationToken: string): string;
  /** What an authenticator app reads. */
  addressOf(secret: string, account: string): string;
  /** The step of a right code at `now`. Undefined: it is wrong. */
  stepOf(secret: string, code: string, now: Date): number | undefined;
  /** The secret as it is stored. */
  seal(secret: string, email: string): string;
  /** Throws for what was not sealed for this account under this installation's secret. */
  open(sealed: string, email: string): string;
}

/** Browsers that have signed in to an account before. */
export interface KnownDevices {
  mint(email: string, now: Date): string;
  /** An id of the device. Undefined: it never signed in to this account, or too long ago. */
  idOf(token: string, email: string, now: Date): string | undefined;
  /** A keyed hash, for names of counters. */
  keyedHash(text: string): string;
}

/** One counter of failed sign-ins. */
export interface WaitCounter {
  readonly kind: WaitKind;
  readonly name: string;
}

/** Slows down sign-ins after failed ones. Throws on an outage. */
export interface SignInWaits {
  /**
   * Counts a sign-in as failed before it is tried, so that many at once gain nothing. Returns the seconds to wait; then
   * nothing was counted. 0: it may be tried.
   */
  take(counters: readonly WaitCounter[]): Promise<number>;
  /** It did not fail. */
  giveBack(counters: readonly WaitCounter[]): Promise<void>;
}
