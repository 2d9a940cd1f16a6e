import type { AuditActor } from '../audit/audit-entry.js';
import { isKeyOf, mintKeyOf, type RandomBytes } from '../keys/key-format.js';
import type { StoredKey } from '../keys/stored-key.js';
import type { Permission } from './permissions.js';

/** Who issued a key, with the name of then: a person, the operator key of a program, or an account of an operating system. */
export interface KeyIssuer extends AuditActor {
  /** Leadkeep itself issues none. */
  readonly kind: Exclude<AuditActor['kind'], 'process'>;
  readonly name: string;
}

/** A key for the operator API, of a program or a spreadsheet. */
export interface OperatorKey extends StoredKey {
  /** Who has it, as the person who issued it wrote it. It stands in the log. */
  readonly name: string;
  readonly scopes: readonly Permission[];
  /** Every operator key expires. */
  readonly expires_at: Date;
  /** Also of the key that it replaced. */
  readonly issued_by: KeyIssuer;
  /** Who made this key in place of an older one, and so has seen it. Absent: it replaced none. */
  readonly rotated_by?: KeyIssuer;
}

/** What an operator key begins with. Affiliates' keys begin otherwise, so neither can pass for the other. */
export const OPERATOR_SCHEME = 'lko_';

export const mintOperatorKey = (randomBytes: RandomBytes): string => mintKeyOf(OPERATOR_SCHEME, randomBytes);
export const isOperatorKey = (text: string): boolean => isKeyOf(OPERATOR_SCHEME, text);

const DAY_MS = 86_400_000;
export const DEFAULT_LIFETIME_MS = 90 * DAY_MS;

/** 1 to 64 letters, digits, spaces, and `.`, `_`, `@`, `-`; it begins with a letter or a digit. */
export const isOperatorKeyName = (text: string): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u.test(text);
