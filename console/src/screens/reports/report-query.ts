import type { operations } from '../../api/schema';
import { isDay, RANGES } from '../../words/days';

export type ReportQuery = NonNullable<operations['report']['parameters']['query']>;

/** The report that an address asks for. A range moves with time; two days do not. */
export function reportQuery(search: URLSearchParams): ReportQuery {
  const [from, to] = [search.get('from'), search.get('to')];
  const range = RANGES.find(({ value }) => value === search.get('range'))?.value ?? '7d';
  const [by, zone] = [search.get('by') ?? 'day', search.get('zone')];
  const only = search.getAll('only');
  return {
    ...(isDay(from) && isDay(to) ? { from, to } : { range }),
    ...(by !== '' && { by }),
    ...(zone !== null && zone !== '' && { zone }),
    ...(only.length > 0 && { only }),
    ...(search.get('compare') === 'previous' && { compare: 'previous' as const }),
  };
}

/** Reports that people open again and again. */
export const OFTEN = [
  {
    label: 'Margin of last month by affiliate',
    to: '/reports?range=last-month&by=affiliate&measure=margin_cents',
  },
  {
    label: 'This month against last month',
    to: '/reports?range=month&by=day&compare=previous&measure=revenue_cents',
  },
  { label: 'Answer times by buyer, day by day', to: '/reports?range=7d&by=day,buyer&measure=p95' },
  { label: 'Why leads were refused, last 7 days', to: '/reports?range=7d&by=code,reason&measure=submits' },
  { label: 'Accept rate by offer, last 7 days', to: '/reports?range=7d&by=offer&measure=accept_rate' },
  {
    label: 'Submits and revenue by hour, yesterday',
    to: '/reports?range=yesterday&by=hour&measure=submits,revenue_cents',
  },
  {
    label: 'Sold and returned, last 30 days',
    to: '/reports?range=30d&by=day&measure=sold_cents,returned_cents',
  },
  { label: 'Revenue by buyer, this month', to: '/reports?range=month&by=buyer&measure=revenue_cents' },
];
