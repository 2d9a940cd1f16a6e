import type { operations } from '../../api/schema';
import { daysOf, isDay } from '../../words/days';

export type ReportQuery = operations['report']['parameters']['query'];

/** The report that an address asks for. A range moves with time; two days do not. */
export function reportQuery(search: URLSearchParams, today: string): ReportQuery {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const days = isDay(from) && isDay(to) ? { from, to } : daysOf(search.get('range'), today);
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
