import { addDays, dayStart } from '../../words/days';
import type { Measure, Report, Row } from './columns';

/** Groups of a report by which the list of leads can be filtered. Others split leads in ways that it can't show. */
const FILTERS: readonly string[] = ['affiliate', 'campaign', 'offer', 'buyer', 'program', 'subid', 'code'];

/** What the leads of a number have in common. A number that counts no leads has none. */
const CODE_OF: Readonly<Record<string, string | undefined>> = {
  accepted: 'ACCEPTED',
  pending: 'PENDING',
  unknown: 'UNKNOWN',
  sales: 'ACCEPTED',
  sold_cents: 'ACCEPTED',
  revenue_cents: 'ACCEPTED',
  payout_cents: 'ACCEPTED',
  margin_cents: 'ACCEPTED',
  returned: 'RETURNED',
  returned_cents: 'RETURNED',
  return_rate: 'RETURNED',
};
const ALL_LEADS: readonly string[] = ['submits', 'accept_rate', 'p50', 'p95', 'p99', 'timeout_share'];

const HOUR_MS = 3_600_000;

/** When an hour of the clock begins on a day. One that spring leaves out begins with the next. */
function hourStart(day: string, hour: number, zone: string): string {
  if (hour >= 24) return dayStart(addDays(day, 1), zone);
  const at = Date.parse(dayStart(day, zone)) + hour * HOUR_MS;
  const shown = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: '2-digit',
    hourCycle: 'h23',
  }).format(at);
  return new Date(at + (hour - Number(shown)) * HOUR_MS).toISOString();
}

/**
 * The list of the leads behind a number: those that were received in its time, with its groups. Undefined: the list can't
 * show exactly these.
 */
export function leadsLink(
  { from, to, zone }: Report,
  only: readonly string[],
  { id }: Measure,
  row: Row | undefined,
  by: readonly string[],
): string | undefined {
  const code = CODE_OF[id];
  if (code === undefined && !ALL_LEADS.includes(id)) return undefined;
  const values = new Map<string, string | null | undefined>([
    ...by.map((group) => [group, row && groupOf(row, group)] as const),
    ...only.map((filter) => [filter.split('=')[0] ?? '', filter.slice(filter.indexOf('=') + 1)] as const),
  ]);
  const day = values.get('day') ?? (from === to ? from : undefined);
  const hour = values.get('hour');
  if (hour !== undefined && day === undefined) return undefined;
  const search = new URLSearchParams(
    hour == null
      ? { from: dayStart(day ?? from, zone), to: dayStart(addDays(day ?? to, 1), zone) }
      : {
          from: hourStart(day ?? from, Number(hour), zone),
          to: hourStart(day ?? from, Number(hour) + 1, zone),
        },
  );
  for (const [group, value] of values) {
    if (group === 'day' || group === 'hour') continue;
    if (row === undefined && value === undefined) continue;
    // `other` is many values.
    if (!FILTERS.includes(group) || value == null || value === 'other') return undefined;
    search.set(group, value);
  }
  const own = search.get('code');
  if (code !== undefined) {
    if (own !== null && own !== 'ACCEPTED' && own !== code) return undefined;
    search.set('code', code);
  }
  return `/leads?${search.toString()}`;
}

const groupOf = (row: Row, group: string): string | null =>
  (row as unknown as Readonly<Record<string, string | null>>)[group] ?? null;
