import { ENTRY_KINDS, ENTRY_LISTS, type CatalogueDocument, type EntryList } from './document.js';

/** The kinds of entries that can be paused, with the status that each action sets. */
export const SWITCHES = {
  offer: { resume: 'active', pause: 'paused' },
  buyer: { resume: 'active', pause: 'paused' },
  campaign: { resume: 'active', pause: 'inactive' },
} as const;
export type SwitchKind = keyof typeof SWITCHES;
export type SwitchAction = 'pause' | 'resume';

/** An entry to pause or to resume. */
export interface SwitchedEntry {
  readonly kind: SwitchKind;
  readonly handle: string;
}

/** `retired` is not `unknown`: the entry exists, but only applying a catalogue that contains it brings it back. */
export type Switched =
  | { readonly outcome: 'switched'; readonly document: CatalogueDocument }
  | { readonly outcome: 'unchanged' | 'unknown' | 'retired' };

/** Changes the status of one entry in a copy of the document. */
export function switchEntry(
  document: CatalogueDocument,
  action: SwitchAction,
  kind: SwitchKind,
  handle: string,
): Switched {
  const list = ENTRY_LISTS.find((name) => ENTRY_KINDS[name] === kind) as EntryList;
  const entry = document[list].find((each) => each.handle === handle);
  const status = SWITCHES[kind][action];
  if (entry === undefined) return { outcome: 'unknown' };
  if (entry.status === 'retired') return { outcome: 'retired' };
  if (entry.status === status) return { outcome: 'unchanged' };
  const entries = document[list].map((each) => (each === entry ? { ...each, status } : each));
  return { outcome: 'switched', document: { ...document, [list]: entries } };
}
