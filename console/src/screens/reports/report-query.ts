import type { operations } from '../../api/schema';
import { addDays, monthEnd, monthStart } from '../../words/days';

export type ReportQuery = operations['report']['parameters']['query'];

/** Days that are often asked for. */
export const RANGES = [
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
] as const;

/** The first and the last day of a range. */
export function daysOf(range: string | null, today: string): { readonly from: string; readonly to: string } {
  switch (range) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case '30d':
      return { from: addDays(today, -29), to: today };
    case 'month':
      return { from: monthStart(today), to: today };
    case 'last-month':
      return { from: monthStart(today, -1), to: monthEnd(today, -1) };
    default:
      return { from: addDays(today, -6), to: today };
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The report that an address asks for. A range moves with time; two days do not. */
export function reportQuery(search: URLSearchParams, today: string): ReportQuery {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const days = DAY.test(from) && DAY.test(to) ? { from, to } : daysOf(search.get('range'), today);
  const [by, zone] = [search.get('by') ?? 'day', search.get('zone')];
  const only = search.getAll('only');
  return {
    ...days,
    ...(by !== '' && { by }),
    ...(zone !== null && { zone }),
    ...(only.length > 0 && { only }),
  };
}

/** Reports that people open again and again. */
export const OFTEN = [
  {
    label: 'Margin of last month by affiliate',
    to: '/reports?range=last-month&by=affiliate&measure=margin_cents',
  },
  { label: 'Answer times by buyer, day by day', to: '/reports?range=7d&by=day,buyer&measure=p95' },
  { label: 'Why leads were refused, last 7 days', to: '/reports?range=7d&by=code,reason&measure=submits' },
  { label: 'Accept rate by offer, last 7 days', to: '/reports?range=7d&by=offer&measure=accept_rate' },
  { label: 'Submits by hour, yesterday', to: '/reports?range=yesterday&by=hour&measure=submits' },
  { label: 'Revenue by hour, yesterday', to: '/reports?range=yesterday&by=hour&measure=revenue_cents' },
  { label: 'Revenue by buyer, this month', to: '/reports?range=month&by=buyer&measure=revenue_cents' },
];
