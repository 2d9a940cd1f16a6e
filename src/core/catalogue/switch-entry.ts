import { ENTRY_KINDS, ENTRY_LISTS, type CatalogueDocument, type EntryList } from './document.js';

/** What can be switched off for a while, and what its two states are called. */
export const SWITCHES = {
  offer: { resume: 'active', pause: 'paused' },
  buyer: { resume: 'active', pause: 'paused' },
  campaign: { resume: 'active', pause: 'inactive' },
} as const;
export type SwitchKind = keyof typeof SWITCHES;
export type SwitchAction = 'pause' | 'resume';

/** A retired entry is not `unknown`, but only a catalogue that names it again brings it back. */
export type Switched =
  | { readonly outcome: 'switched'; readonly document: CatalogueDocument }
  | { readonly outcome: 'unchanged' | 'unknown' | 'retired' };

/** The document with that one status changed. */
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
