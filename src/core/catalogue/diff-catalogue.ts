import { alertSettingsOf } from '../alerts/settings.js';
import { booksOf } from './books.js';
import { retentionOf } from '../retention/retention.js';
import { diffValues, type FieldChange } from './diff-values.js';
import {
  ENTRY_KINDS,
  ENTRY_LISTS,
  type CatalogueDocument,
  type Entry,
  type EntryKind,
  type EntryList,
  type Group,
} from './document.js';

/**
 * What happens to one entry, or to a group such as `books`. `revived`: the entry was retired, and the new version contains it
 * again.
 */
export interface EntryChange {
  readonly kind: EntryKind | Group;
  /** Empty for a group. */
  readonly handle: string;
  readonly change: 'added' | 'changed' | 'retired' | 'revived';
  /** Empty for `added` and `retired`. References to other entries appear as handles. */
  readonly fields: readonly FieldChange[];
}

/** All differences between two versions, in the order of the catalogue. Empty if nothing changes. */
export function diffCatalogue(before: CatalogueDocument, after: CatalogueDocument): EntryChange[] {
  const handlesBefore = handles(before);
  const handlesAfter = handles(after);
  const change = (list: EntryList, old: Entry | undefined, entry: Entry): EntryChange | undefined => {
    const head = { kind: ENTRY_KINDS[list], handle: entry.handle };
    if (old === undefined) return { ...head, change: 'added', fields: [] };
    const fields = diffValues(readable(old, handlesBefore), readable(entry, handlesAfter));
    if (fields.length === 0) return undefined;
    if (entry.status === old.status) return { ...head, change: 'changed', fields };
    if (entry.status === 'retired') return { ...head, change: 'retired', fields: [] };
    return { ...head, change: old.status === 'retired' ? 'revived' : 'changed', fields };
  };
  const ofGroup = (kind: Group, fields: FieldChange[]): EntryChange[] =>
    fields.length === 0 ? [] : [{ kind, handle: '', change: 'changed', fields }];
  const ofBooks = ofGroup('books', diffValues(booksOf(before), booksOf(after)));
  const ofAlerts = ofGroup('alerts', diffValues(alertSettingsOf(before), alertSettingsOf(after)));
  const eyes = ({ four_eyes = false }: CatalogueDocument) => ({ four_eyes });
  const ofEyes = ofGroup('four_eyes', diffValues(eyes(before), eyes(after)));
  const ofRetention = ofGroup('retention', diffValues(termsOf(before), termsOf(after)));
  const stages = ({ stages: listed = [] }: CatalogueDocument) => ({ stages: listed });
  const ofStages = ofGroup('stages', diffValues(stages(before), stages(after)));
  const ofEntries = ENTRY_LISTS.flatMap((list) => {
    const olds = new Map<string, Entry>(before[list].map((entry) => [entry.id, entry]));
    return (after[list] as readonly Entry[]).flatMap(
      (entry) => change(list, olds.get(entry.id), entry) ?? [],
    );
  });
  return [...ofBooks, ...ofAlerts, ...ofEyes, ...ofRetention, ...ofStages, ...ofEntries];
}

/** Under names with their unit, as everywhere, so that terms are shown as days. */
const termsOf = (document: CatalogueDocument): object =>
  Object.fromEntries(Object.entries(retentionOf(document)).map(([name, ms]) => [`${name}_ms`, ms]));

const handles = (document: CatalogueDocument): Map<string, string> =>
  new Map(ENTRY_LISTS.flatMap((list) => document[list].map(({ id, handle }) => [id, handle] as const)));

const REFERENCES: Readonly<Record<string, string>> = {
  affiliate_id: 'affiliate',
  buyer_id: 'buyer',
  offer_id: 'offer',
};

/** Replaces ids that refer to other entries by handles: `buyer_id: 7f…` → `buyer: lakeshore`. */
function readable(entry: Entry, names: ReadonlyMap<string, string>): object {
  const own = withHandles(entry, names);
  return 'affiliate_id' in entry
    ? { ...own, offers: entry.offers.map((line) => withHandles(line, names)) }
    : own;
}

/** Looks at the group's own members alone: deeper, a header may be called like a reference. */
const withHandles = (group: object, names: ReadonlyMap<string, string>): object =>
  Object.fromEntries(
    Object.entries(group).map(([key, member]: [string, unknown]) => {
      const reference = Object.hasOwn(REFERENCES, key) ? REFERENCES[key] : undefined;
      return reference !== undefined && typeof member === 'string'
        ? [reference, names.get(member) ?? member]
        : [key, member];
    }),
  );
