/** Entries of the catalogue without the retired ones, in their order. */
export const inUse = <Entry extends { readonly status: string }>(entries: Iterable<Entry>): Entry[] =>
  [...entries].filter(({ status }) => status !== 'retired');
