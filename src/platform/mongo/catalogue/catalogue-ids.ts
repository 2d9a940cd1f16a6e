import { v5 } from 'uuid';
import type { EntryKind } from '../../../core/catalogue/document.js';

/** Ours, for ever: every id that was not given follows from it. */
const NAMESPACE = 'b9b1ff46-51f4-4a2e-8b8e-6f1c7a3f6f0a';

/** The id of an entry that gives none: the UUIDv5 of `kind/handle`, so that the same file gives the same ids everywhere. */
export const derivedId = (kind: EntryKind, handle: string): string => v5(`${kind}/${handle}`, NAMESPACE);
