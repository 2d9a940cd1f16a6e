import { compact } from '../catalogue/compact.js';
import type { CatalogueDocument } from '../catalogue/document.js';
import type { Billed } from '../catalogue/types.js';

/** Names by id. */
export type Named = Readonly<Record<string, { readonly handle: string; readonly name: string }>>;

/** Who gets statements, by id. */
export type NamedParties = Readonly<Record<string, Named[string] & Billed>>;

/** Who sends the statements: the exchange. Without a name, statements don't say it. */
export type Issuer = Billed & { readonly name?: string };

/**
 * What statements print besides entries: names, addresses and terms of payment. A closed month has those of its close,
 * whatever the catalogue says later.
 */
export interface PeriodNames {
  readonly issuer: Issuer;
  readonly buyers: NamedParties;
  readonly affiliates: NamedParties;
  readonly offers: Named;
  readonly campaigns: Named;
  /** Labels of programs, by offer id, then by the program's value. */
  readonly programs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** All names of a version of the catalogue, also those of retired entries. */
export const periodNames = ({
  books = {},
  buyers,
  affiliates,
  offers,
  campaigns,
}: CatalogueDocument): PeriodNames => ({
  issuer: compact({ name: books.name, ...billedOf(books) }),
  buyers: parties(buyers),
  affiliates: parties(affiliates),
  offers: named(offers),
  campaigns: named(campaigns),
  programs: byId(offers, ({ programs }) =>
    Object.fromEntries(programs.map(({ value, label }) => [value, label])),
  ),
});

const named = (
  entries: readonly { readonly id: string; readonly handle: string; readonly name: string }[],
): Named => byId(entries, ({ handle, name }) => ({ handle, name }));

const billedOf = ({ address, payment_days }: Billed) => ({ address, payment_days });

const parties = (
  entries: readonly ({ readonly id: string; readonly handle: string; readonly name: string } & Billed)[],
): NamedParties =>
  byId(entries, ({ handle, name, ...entry }) => compact({ handle, name, ...billedOf(entry) }));

const byId = <Entry extends { readonly id: string }, Value>(
  entries: readonly Entry[],
  of: (entry: Entry) => Value,
): Record<string, Value> => Object.fromEntries(entries.map((entry) => [entry.id, of(entry)]));

/** The value under a key that came from elsewhere, such as a program that is named `constructor`. */
export const lookup = <Value>(
  record: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined => (record && Object.hasOwn(record, key) ? record[key] : undefined);
