import type { operations } from '../../api/schema';
import { addDays, daysOf, dayStart, isDay, RANGES } from '../../words/days';
import { dayOf } from '../../words/format';
import { codeOptions, stateOptions } from '../../words/lead-words';

export type LeadQuery = NonNullable<operations['list_leads']['parameters']['query']>;
export type FilterName = Exclude<keyof LeadQuery, 'limit' | 'cursor' | 'from' | 'to' | 'order'>;

/** Entries of the catalogue are chosen by name. */
const ENTRIES = ['affiliate', 'campaign', 'offer', 'buyer'] as const;
export type EntryFilter = (typeof ENTRIES)[number];

/** A filter of the list: its name, and what can be chosen. Free text if nothing is listed. */
export interface Filter {
  readonly name: FilterName;
  readonly label: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

export const FILTERS: readonly Filter[] = [
  { name: 'code', label: 'Decision', options: codeOptions },
  { name: 'state', label: 'State', options: stateOptions },
  { name: 'affiliate', label: 'Affiliate' },
  { name: 'campaign', label: 'Campaign' },
  { name: 'offer', label: 'Offer' },
  { name: 'buyer', label: 'Buyer' },
  { name: 'program', label: 'Program' },
  { name: 'subid', label: 'Subid' },
  { name: 'reference', label: "Buyer's reference" },
  { name: 'request_id', label: 'Request id' },
];

const NAMES: readonly string[] = FILTERS.map(({ name }) => name);

export const isEntry = (name: FilterName): name is EntryFilter =>
  (ENTRIES as readonly string[]).includes(name);

const HOUR_MS = 3_600_000;
/** Times up to now that are not whole days. */
const HOURS: Readonly<Record<string, number>> = { '1h': HOUR_MS, '24h': 24 * HOUR_MS };

/** Times of receipt that are often asked for. */
export const PERIODS = [
  { value: 'all', label: 'Any time' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  ...RANGES,
] as const;

/** The days that somebody who begins to choose days sees first. */
export function firstDays(search: URLSearchParams, now: number, zone: string) {
  const received = search.get('received');
  const isRange = RANGES.some(({ value }) => value === received);
  return daysOf(isRange ? received : 'today', dayOf(new Date(now), zone));
}

/** The filters of an address, as the API takes them. Days are those of the reader's zone. */
export function queryOf(search: URLSearchParams, now: number, zone: string): LeadQuery {
  const filters = [...search].filter(([name, value]) => NAMES.includes(name) && value !== '');
  return {
    ...Object.fromEntries(filters),
    ...timesOf(search, now, zone),
    ...(search.get('order') === 'oldest' && { order: 'oldest' }),
  };
}

function timesOf(search: URLSearchParams, now: number, zone: string): Pick<LeadQuery, 'from' | 'to'> {
  const [from, to, received] = [search.get('from'), search.get('to'), search.get('received') ?? 'all'];
  if (from !== null || to !== null)
    return {
      ...(from !== null && { from: isDay(from) ? dayStart(from, zone) : from }),
      ...(to !== null && { to: isDay(to) ? dayStart(addDays(to, 1), zone) : to }),
    };
  const hours = HOURS[received];
  if (hours !== undefined) return { from: minuteOf(now - hours) };
  if (!RANGES.some(({ value }) => value === received)) return {};
  const today = dayOf(new Date(now), zone);
  const days = daysOf(received, today);
  return {
    from: dayStart(days.from, zone),
    ...(days.to < today && { to: dayStart(addDays(days.to, 1), zone) }),
  };
}

/** Whole minutes, so that the same address asks the same for a while. */
const minuteOf = (ms: number): string => new Date(Math.floor(ms / 60_000) * 60_000).toISOString();

export const chipsOf = (
  search: URLSearchParams,
): readonly { readonly filter: Filter; readonly value: string }[] =>
  FILTERS.flatMap((filter) => {
    const value = search.get(filter.name);
    return value === null || value === '' ? [] : [{ filter, value }];
  });

export const labelOfValue = ({ options }: Filter, value: string): string =>
  value
    .split(',')
    .map((one) => options?.find((option) => option.value === one)?.label ?? one)
    .join(' or ');
