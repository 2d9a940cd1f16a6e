import { useQuery } from '@tanstack/react-query';
import { useMay } from '../app/me';
import { sentenceOf } from '../api/api-problem';
import { answerOf, api } from '../api/client';

/** Something of the catalogue that can be chosen. */
export interface EntryOption {
  readonly value: string;
  readonly label: string;
  readonly handle: string;
}

/** Options under a head. */
export interface OptionGroup {
  readonly group: string;
  readonly items: EntryOption[];
}

/** Entries of the catalogue. */
export interface Entries {
  readonly inUse: EntryOption[];
  /** Their leads, months and lists stay, so they are chosen where those are meant. */
  readonly retired: EntryOption[];
  /** What a field says that has nothing to choose. */
  readonly nothingFoundMessage: string;
}

const STALE_MS = 60_000;

/**
 * The entries of a kind. Empty without the permission to see them. `by`: what a choice is. In a month of the past, a handle
 * may have been another's.
 */
export function useEntries(
  kind: 'affiliate' | 'buyer' | 'offer' | 'campaign',
  by: 'handle' | 'id' = 'handle',
): Entries {
  const enabled = useMay()('catalogue:read');
  const { data, error } = useQuery({
    queryKey: ['entries', kind],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/catalogue/entries', { params: { query: { kind } }, signal })),
    staleTime: STALE_MS,
    enabled,
  });
  const optionsOf = (isRetired: boolean): EntryOption[] =>
    (data?.entries ?? [])
      .filter(({ status }) => (status === 'retired') === isRetired)
      .map((entry) => ({ value: entry[by], label: entry.name, handle: entry.handle }));
  return {
    ...{ inUse: optionsOf(false), retired: optionsOf(true) },
    nothingFoundMessage: error && !data ? sentenceOf(error) : 'No matches',
  };
}

const groupsOf = (groups: readonly OptionGroup[]): OptionGroup[] =>
  groups.filter(({ items }) => items.length > 0);

/** All of a kind, as a field takes them: those in use, then the retired ones. */
export const allOf = ({ inUse, retired }: Entries): (EntryOption | OptionGroup)[] => [
  ...inUse,
  ...groupsOf([{ group: 'Retired', items: retired }]),
];

/** Buyers and offers. A handle that both have means both, and no field takes it twice. */
export function destinationsOf(buyers: Entries, offers: Entries): OptionGroup[] {
  const taken = new Set([...buyers.inUse, ...buyers.retired].map(({ value }) => value));
  const own = (items: readonly EntryOption[]) => items.filter(({ value }) => !taken.has(value));
  return groupsOf([
    { group: 'Buyers', items: buyers.inUse },
    { group: 'Offers', items: own(offers.inUse) },
    { group: 'Retired buyers', items: buyers.retired },
    { group: 'Retired offers', items: own(offers.retired) },
  ]);
}
