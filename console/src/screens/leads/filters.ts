import type { operations } from '../../api/schema';
import { codeOptions, stateOptions } from '../../words/lead-words';

export type LeadQuery = NonNullable<operations['list_leads']['parameters']['query']>;
export type FilterName = Exclude<keyof LeadQuery, 'limit' | 'cursor' | 'from' | 'to'>;

/** A filter of the list: its name, and what can be chosen. Free text if nothing is listed. */
export interface Filter {
  readonly name: FilterName;
  readonly label: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly hint?: string;
}

export const FILTERS: readonly Filter[] = [
  { name: 'code', label: 'Decision', options: codeOptions },
  { name: 'state', label: 'State', options: stateOptions },
  { name: 'affiliate', label: 'Affiliate', hint: 'handle or id' },
  { name: 'campaign', label: 'Campaign', hint: 'handle or id' },
  { name: 'offer', label: 'Offer', hint: 'handle or id' },
  { name: 'buyer', label: 'Buyer', hint: 'handle or id' },
  { name: 'program', label: 'Program', hint: 'exact value' },
  { name: 'subid', label: 'Subid', hint: 'exact value' },
  { name: 'reference', label: "Buyer's reference", hint: 'exact value' },
  { name: 'request_id', label: 'Request id', hint: 'exact value' },
];

const NAMES: readonly string[] = FILTERS.map(({ name }) => name);

/** Times of receipt that are often asked for. */
export const PERIODS = [
  { value: '1h', label: 'Last hour', ms: 3_600_000 },
  { value: '24h', label: 'Last 24 hours', ms: 86_400_000 },
  { value: '7d', label: 'Last 7 days', ms: 7 * 86_400_000 },
  { value: '31d', label: 'Last 31 days', ms: 31 * 86_400_000 },
  { value: 'all', label: 'Any time', ms: 0 },
] as const;

/** The filters of an address, as the API takes them. */
export function queryOf(search: URLSearchParams, now: number): LeadQuery {
  const filters = [...search].filter(([name, value]) => NAMES.includes(name) && value !== '');
  const period = PERIODS.find(({ value }) => value === search.get('received'));
  const from = search.get('from') ?? (period && period.ms > 0 ? minuteOf(now - period.ms) : null);
  const to = search.get('to');
  return {
    ...Object.fromEntries(filters),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
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
