import type { Catalogue } from '../../core/catalogue/types.js';
import { entryIdBy, type EntryList } from '../../core/operators/names.js';
import { invalidField } from '../../http/faults.js';

/** The lists of the catalogue, by what their entries are called. */
export const LISTS = {
  affiliate: 'affiliates',
  campaign: 'campaigns',
  offer: 'offers',
  buyer: 'buyers',
} as const satisfies Record<string, EntryList>;
export type EntryKind = keyof typeof LISTS;

/** The id of the entry that a parameter names by its handle or id. Undefined: it was not sent. */
export function entryId(
  catalogue: Pick<Catalogue, EntryList>,
  name: EntryKind,
  text: string | undefined,
): string | undefined {
  if (text === undefined) return undefined;
  const list = LISTS[name];
  const id = entryIdBy(catalogue, list, text);
  if (id === undefined) throw invalidField(name, `the handle or id of one of the catalogue's ${list}`);
  return id;
}
