import type { Names } from '../catalogue/names-of.js';
import type { Catalogue } from '../catalogue/types.js';

/** An entry of the catalogue by id, with its present names. Null: the catalogue in force does not have it. */
export interface Named {
  readonly id: string;
  readonly handle: string | null;
  readonly name: string | null;
}

/** How people call it: its name, else its handle, else its id. */
export const calledBy = ({ name, handle, id }: Named): string => name ?? handle ?? id;

export type EntryList = 'affiliates' | 'buyers' | 'offers' | 'campaigns';

export type NameEntry = (list: EntryList, id: string) => Named;

export const namesIn =
  (catalogue: Pick<Catalogue, EntryList>): NameEntry =>
  (list, id) => {
    const entry = catalogue[list].get(id);
    return { id, handle: entry?.handle ?? null, name: entry?.name ?? null };
  };

const LISTS: readonly EntryList[] = ['affiliates', 'buyers', 'offers', 'campaigns'];

/** The handle of an entry, whichever list has it. */
export const handlesIn =
  (catalogue: Pick<Catalogue, EntryList>): Names =>
  (id) =>
    LISTS.map((list) => catalogue[list].get(id)?.handle).find((handle) => handle !== undefined) ?? id;

/** The id of the entry with this id or handle. Undefined: no entry has it. */
export function entryIdBy(
  catalogue: Pick<Catalogue, EntryList>,
  list: EntryList,
  text: string,
): string | undefined {
  const entries: ReadonlyMap<string, { readonly id: string; readonly handle: string }> = catalogue[list];
  return entries.get(text)?.id ?? [...entries.values()].find(({ handle }) => handle === text)?.id;
}

const MOST_NAMED = 20;

/** Entries whose name or handle has the text; those that begin with it first. Retired ones are left out. */
export function entriesNamed(catalogue: Pick<Catalogue, EntryList>, text: string) {
  const sought = text.toLowerCase();
  if (sought.length < 2) return [];
  const { affiliates, buyers, offers, campaigns } = catalogue;
  const all = [
    ...[...offers.values()].map((one) => ({
      kind: one.kind === 'partner' ? ('partner' as const) : ('offer' as const),
      ...shownOf(one),
    })),
    ...[...buyers.values()].map((one) => ({ kind: 'buyer' as const, ...shownOf(one) })),
    ...[...affiliates.values()].map((one) => ({ kind: 'affiliate' as const, ...shownOf(one) })),
    ...[...campaigns.values()].map((one) => ({ kind: 'campaign' as const, ...shownOf(one) })),
  ];
  const placeOf = ({ name, handle }: { readonly name: string; readonly handle: string }): number =>
    Math.min(...[name, handle].map((each) => each.toLowerCase().indexOf(sought)).filter((at) => at >= 0));
  return all
    .filter((one) => one.status !== 'retired' && Number.isFinite(placeOf(one)))
    .sort((a, b) => Math.sign(placeOf(a)) - Math.sign(placeOf(b)) || a.name.localeCompare(b.name))
    .slice(0, MOST_NAMED);
}

const shownOf = ({
  id,
  handle,
  name,
  status,
}: {
  readonly id: string;
  readonly handle: string;
  readonly name?: string;
  readonly status: string;
}) => ({ id, handle, name: name ?? handle, status });
