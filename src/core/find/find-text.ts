import { MAX_REFERENCE } from '../delivery/delivery-result.js';
import { hashPart, identityFormsOf, type IdentityForm } from '../lead/identity.js';
import { readPhone } from '../lead/us-numbers.js';
import { isUuid } from '../uuid.js';

/** What a text that somebody looks for may be. */
export interface FindText {
  /** Without blanks around it. */
  readonly text: string;
  /** If it has the form of an id. */
  readonly id?: string;
  /** If it can be nothing but a person's e-mail address or phone number: which, and its hashes. */
  readonly person?: {
    readonly kind: 'email' | 'phone';
    /** SHA-256 of the normalized form, for the keyed hash in the audit log. */
    readonly hash: string;
    readonly forms: readonly IdentityForm[];
  };
}

/** Longer texts are no value that is looked for: a buyer's reference is the longest. */
export const MAX_FIND_LENGTH = MAX_REFERENCE;

/** Tells what a text may be. Undefined: it is empty, too long, or has control characters. */
export function readFindText(sent: string): FindText | undefined {
  const text = sent.trim();
  if (text === '' || text.length > MAX_FIND_LENGTH || /\p{C}/u.test(text)) return undefined;
  if (isUuid(text)) return { text, id: text.toLowerCase() };
  // An id of ten digits looks like a phone number, so both are looked for.
  const kind = text.includes('@') ? 'email' : readPhone(text) === undefined ? undefined : 'phone';
  const hash = kind && hashPart(kind, text);
  if (kind === undefined || hash === undefined) return { text };
  return { text, person: { kind, hash, forms: identityFormsOf({ [kind]: hash }) } };
}
