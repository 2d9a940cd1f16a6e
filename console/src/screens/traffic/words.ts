import type { components } from '../../api/schema';
import type { Tone } from '../../parts/notice';

type Schemas = components['schemas'];
export type OfferRow = Schemas['OfferRow'];
export type BuyerRow = Schemas['BuyerRow'];
export type Offer = Schemas['Offer'];
export type Buyer = Schemas['Buyer'];
export type Cap = Schemas['Cap'];
export type Hours = Schemas['Hours'];
export type Breaker = Schemas['Breaker'];
export type Destination = Schemas['Destination'];
export type Sold = Schemas['Sold'];

const STATUSES: Readonly<Record<string, readonly [words: string, tone: Tone]>> = {
  active: ['Active', 'good'],
  paused: ['Paused', 'wait'],
  inactive: ['Inactive', 'wait'],
  disabled: ['Disabled', 'plain'],
  retired: ['Retired', 'plain'],
};

export const statusWords = (status: string): readonly [words: string, tone: Tone] =>
  STATUSES[status] ?? [status, 'plain'];

/** What the circuit breaker of an address does now. */
export function breakerWords({
  position,
  failures,
  open_ms: openMs,
}: Breaker): readonly [words: string, tone: Tone] {
  if (position === 'open') return [`Breaker open, ${Math.ceil(openMs / 1_000)} s more`, 'bad'];
  if (position === 'half-open') return ['Breaker half-open: testing with one request', 'wait'];
  return failures > 0 ? [`Works, ${failures} failed in a row`, 'wait'] : ['Works', 'good'];
}

export const worstBreaker = (breakers: readonly Breaker[]): Breaker | undefined => {
  const rank = { open: 2, 'half-open': 1, closed: 0 } as const;
  return breakers.toSorted((a, b) => rank[b.position] - rank[a.position] || b.failures - a.failures)[0];
};

export const DESTINATIONS: Readonly<Record<Destination['what'], string>> = {
  delivery: 'Leads',
  search: 'Searches',
  submit: 'Leads',
  'follow-up': 'Outcomes',
  verification: 'Verification',
};

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** `Mon–Fri 09:00–17:00` */
export function hoursWords({ hours }: Hours): string {
  if (hours.length === 0) return 'Always';
  return hours.map(({ days, from, to }) => `${daysWords(days)} ${from}–${to}`).join(', ');
}

function daysWords(days: readonly number[]): string {
  const sorted = days.toSorted((a, b) => a - b);
  const name = (day: number | undefined): string => DAYS[(day ?? 1) - 1] ?? '';
  const isRun = sorted.every((day, at) => at === 0 || day === (sorted[at - 1] ?? 0) + 1);
  return isRun && sorted.length > 2
    ? `${name(sorted[0])}–${name(sorted.at(-1))}`
    : sorted.map(name).join(', ');
}
