import { DateTime } from 'luxon';
import { formatCents } from '../catalogue/money.js';
import type { Alert } from './alert.js';
import type { ChannelAlert } from './channel-alert.js';
import { severityRank } from './finding.js';
import type { DigestTime } from './settings.js';

/** What a day brought. Null: it isn't known. */
export interface DayFigures {
  readonly accepted: number | null;
  readonly revenue_cents: number | null;
  readonly margin_cents: number | null;
}

/** What a digest tells. */
export interface DigestFacts {
  /** Yesterday in the accounting zone, and the same day a week before. */
  readonly day: string;
  readonly figures: DayFigures;
  readonly before: DayFigures;
  readonly currency: string;
  readonly firing: readonly Alert[];
  /** What is paused or changed for a time, a sentence each. */
  readonly changes: readonly string[];
}

/** A digest that is later than this waits for the next day. */
const LATE_MS = 3 * 3_600_000;

/** The local day whose digest is due now. Undefined: none is. */
export function digestDue({ at, time_zone }: DigestTime, accounting: string, now: Date): string | undefined {
  const local = DateTime.fromJSDate(now, { zone: time_zone ?? accounting });
  const due = local.startOf('day').set({ hour: Math.floor(at / 60), minute: at % 60 });
  const late = local.toMillis() - due.toMillis();
  return late >= 0 && late < LATE_MS ? (local.toISODate() ?? undefined) : undefined;
}

/** The day before the present one of a zone, and the same weekday a week before it. */
export function digestDays(zone: string, now: Date): readonly [day: string, weekBefore: string] {
  const yesterday = DateTime.fromJSDate(now, { zone }).minus({ days: 1 });
  return [yesterday.toFormat('yyyy-MM-dd'), yesterday.minus({ weeks: 1 }).toFormat('yyyy-MM-dd')];
}

/** The message of a digest. */
export function digestAlert({ day, figures, before, currency, ...now }: DigestFacts, at: Date): ChannelAlert {
  const { firing, changes } = now;
  const figure = (words: string, one: string, other: string): string =>
    `${words} ${one} (${other} a week before)`;
  const money = (cents: number | null): string =>
    cents === null ? '–' : `${formatCents(cents)} ${currency}`;
  const count = (number: number | null): string => (number === null ? '–' : String(number));
  const alerts = [...firing].sort((a, b) => severityRank(b.severity) - severityRank(a.severity));
  return {
    ...{ event: 'digest', id: `digest|${day}`, rule: 'digest', severity: 'note', count: firing.length },
    subject: { kind: 'exchange', id: 'exchange', name: 'the exchange' },
    sentence: `${day}: ${figure('accepted', count(figures.accepted), count(before.accepted))}, ${figure('revenue', money(figures.revenue_cents), money(before.revenue_cents))}, ${figure('margin', money(figures.margin_cents), money(before.margin_cents))}.`,
    lines: [
      firing.length === 0 ? 'No alert is firing.' : `Firing: ${firing.length}.`,
      ...alerts.map(({ severity, sentence }) => `${severity}: ${sentence}`),
      ...changes,
    ],
    ...{ value: figures.accepted ?? 0, threshold: before.accepted ?? 0, unit: 'count' },
    ...{ since: at, fired_at: at },
  };
}
