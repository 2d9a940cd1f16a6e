import type { CatalogueDocument } from '../catalogue/document.js';

/** Names by id. */
export type Named = Readonly<Record<string, { readonly handle: string; readonly name: string }>>;

/** The names that statements print. A closed month has those of its close, whatever the catalogue says later. */
export interface PeriodNames {
  readonly buyers: Named;
  readonly affiliates: Named;
  readonly offers: Named;
  readonly campaigns: Named;
  /** Labels of programs, by offer id, then by the program's value. */
  readonly programs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** All names of a version of the catalogue, also those of retired entries. */
export const periodNames = ({ buyers, affiliates, offers, campaigns }: CatalogueDocument): PeriodNames => ({
  buyers: named(buyers),
  affiliates: named(affiliates),
  offers: named(offers),
  campaigns: named(campaigns),
  programs: byId(offers, ({ programs }) =>
    Object.fromEntries(programs.map(({ value, label }) => [value, label])),
  ),
});

const named = (
  entries: readonly { readonly id: string; readonly handle: string; readonly name: string }[],
): Named => byId(entries, ({ handle, name }) => ({ handle, name }));

const byId = <Entry extends { readonly id: string }, Value>(
  entries: readonly Entry[],
  of: (entry: Entry) => Value,
): Record<string, Value> => Object.fromEntries(entries.map((entry) => [entry.id, of(entry)]));

/** The value under a key that came from elsewhere, such as a program that is named `constructor`. */
export const lookup = <Value>(
  record: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined => (record && Object.hasOwn(record, key) ? record[key] : undefined);
