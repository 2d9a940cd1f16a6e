import { hash } from 'node:crypto';
import { isKeyOf, mintKeyOf, type RandomBytes } from '../keys/key-format.js';
import type { Person } from './person.js';

const MINUTE_MS = 60_000;

/** Without use a session ends after this time: somebody left the console open and went home. */
export const IDLE_MS = 120 * MINUTE_MS;

/** A session ends after this time whatever is done with it: one sign-in for each working day. */
export const MAX_SESSION_MS = 12 * 60 * MINUTE_MS;

/** The use of a session is stored at most this often, so that most calls write nothing. */
export const USE_EVERY_MS = MINUTE_MS;

/** A person who is signed in with one browser. Only the hash of its token is stored. */
export interface Session {
  readonly id: string;
  readonly person: Person;
  readonly created_at: Date;
  readonly used_at: Date;
  /** It is refused from this moment on. Every use moves it. */
  readonly expires_at: Date;
  /** Somebody ended it. */
  readonly revoked_at?: Date;
  /** From where the person signed in. */
  readonly address?: string;
  readonly agent?: string;
}

/** When a session ends, if it began and was last used then. */
export const sessionEnd = (begun: Date, used: Date): Date =>
  new Date(Math.min(begun.getTime() + MAX_SESSION_MS, used.getTime() + IDLE_MS));

/** What a session token begins with, so that no key can pass for one. */
const SCHEME = 'lks_';
export const mintSessionToken = (randomBytes: RandomBytes): string => mintKeyOf(SCHEME, randomBytes);
export const isSessionToken = (text: string): boolean => isKeyOf(SCHEME, text);

/**
 * The token that a page sends with every call that changes something. It follows from the session's own token, which a
 * page of another site does not have; the session's token does not follow from it.
 */
export const csrfTokenOf = (sessionToken: string): string =>
  hash('sha256', `leadkeep csrf 1:${sessionToken}`, 'base64url');
