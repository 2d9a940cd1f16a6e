import { canonicalForm, NotCanonical } from './canonical-form.js';
import { NO_ENTRY, type AuditDraft, type AuditEntry } from './audit-entry.js';

/** A keyed hash of a text, as hex. Only who has the key can compute it. */
export type KeyedHash = (text: string) => string;

/** An entry's place in the chain. */
export type AuditHead = Pick<AuditEntry, 'number' | 'hash'>;

/** Puts a draft at the end of the chain. `head` is the last entry; null: the log is empty. */
export function sealEntry(
  draft: AuditDraft,
  head: AuditHead | null,
  { nonce, keyedHash }: { readonly nonce: string; readonly keyedHash: KeyedHash },
): AuditEntry {
  const entry = { ...draft, number: (head?.number ?? 0) + 1, nonce, prev: head?.hash ?? NO_ENTRY };
  return { ...entry, hash: keyedHash(canonicalForm(entry)) };
}

/** Whether a stored entry is exactly what was sealed. False for anything else, whatever it holds. */
export function isGenuine(stored: Readonly<Record<string, unknown>>, keyedHash: KeyedHash): boolean {
  const { hash, ...rest } = stored;
  try {
    return typeof hash === 'string' && hash === keyedHash(canonicalForm(rest));
  } catch (error) {
    if (error instanceof NotCanonical) return false;
    throw error;
  }
}
