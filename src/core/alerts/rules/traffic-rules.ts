import { chanceOfSoFew } from '../exact-test.js';
import { EXCHANGE, percent, type Subject } from '../finding.js';
import type { Traffic, TrafficReading } from '../readings.js';
import { rule } from '../rule.js';
import type { Thresholds } from '../thresholds.js';

/**
 * How unlikely chance must be as an explanation. Some dozens of subjects are compared a hundred times a day, so even
 * one in 100,000 would give some false alarms each month.
 */
const CHANCE = 1e-6;

/** The fewest decided leads whose rate says something: that of a week, or that all is well again. */
const LEADS_OF_RATE = 10;
const HOUR_MS = 3_600_000;

const decided = ({ accepted, refused, open }: Traffic): number => accepted + refused + open;

/** Undecided leads count as accepted: a buyer that answers late is no fall of the accept rate. */
const sold = ({ accepted, open }: Traffic): number => accepted + open;

const hours = (ms: number): string => `${Math.round(ms / HOUR_MS)} hours`;

function sumOf(weeks: readonly Traffic[]): { of: number; hits: number } {
  return weeks.reduce((sum, week) => ({ of: sum.of + decided(week), hits: sum.hits + sold(week) }), {
    of: 0,
    hits: 0,
  });
}

type Compared = TrafficReading['subjects'][number];

/** The newest hours beside the same hours of the weeks before. */
function ratesOf({ recent, weeks }: Compared, { accept_rate_drop_bp }: Thresholds) {
  const now = { of: decided(recent), hits: sold(recent) };
  const before = sumOf(weeks);
  const [rate, usual] = [now.hits / now.of, before.hits / before.of];
  const drop = accept_rate_drop_bp / 10_000;
  return { now, before, rate, usual, drop, threshold: usual * (1 - drop) };
}

/**
 * An alert ends when the rate is no longer far below that of the four weeks. At night there are too few leads to say so.
 * A week that was as low does not say so either: it may be that of the same trouble. If no week had an accepted lead, none
 * is missed.
 */
function isRecovered(subject: Compared, thresholds: Thresholds): boolean {
  const { now, before, rate, threshold } = ratesOf(subject, thresholds);
  return now.of >= LEADS_OF_RATE && before.of >= LEADS_OF_RATE && (rate > threshold || before.hits === 0);
}

/**
 * The accept rate is far below that of the same hours of four weeks, clearly below that of the lowest of these weeks
 * (rates wander from week to week), and by chance that would hardly ever be so.
 */
export const acceptRate = rule({
  name: 'accept_rate',
  needs: 'traffic',
  find: ({ subjects, from, to }, { thresholds }) =>
    subjects.flatMap((compared) => {
      const { subject, weeks } = compared;
      const { now, before, rate, usual, drop, threshold } = ratesOf(compared, thresholds);
      if (Math.min(now.of, before.of) < thresholds.accept_rate_leads) return [];
      const lowest = Math.min(
        ...weeks.filter((week) => decided(week) >= LEADS_OF_RATE).map((week) => sold(week) / decided(week)),
      );
      if (rate > threshold || rate >= lowest * (1 - drop / 2) || chanceOfSoFew(now, before) > CHANCE)
        return [];
      const of = subject.id === EXCHANGE.id ? '' : ` of ${subject.name}`;
      return {
        severity: 'soon' as const,
        subject,
        since: from,
        count: now.of,
        sentence: `${percent(rate)} of ${now.of} leads${of} were accepted in ${hours(to.getTime() - from.getTime())}; in the same hours of the last four weeks it was ${percent(usual)}.`,
        value: rate,
        threshold,
        unit: 'share' as const,
      };
    }),
  unclear: ({ subjects }, { thresholds }) =>
    subjects.filter((each) => !isRecovered(each, thresholds)).map(({ subject }) => subject),
});

/** Of five stretches of time, by chance all calls would fall into the four earlier ones this rarely. */
const chanceOfNone = (before: number, weeks: number): number => (weeks / (weeks + 1)) ** before;

/** An affiliate that called in these hours of every one of the last four weeks, and now does not. */
export const affiliateSilent = rule({
  name: 'affiliate_silent',
  needs: 'traffic',
  find: ({ subjects, from, to }) =>
    subjects.flatMap(({ subject, recent, weeks }) => {
      const before = weeks.reduce((sum, { seen }) => sum + seen, 0);
      const isUsual = weeks.length > 1 && weeks.every(({ seen }) => seen > 0);
      if (subject.kind !== 'affiliate' || recent.seen > 0 || !isUsual) return [];
      if (chanceOfNone(before, weeks.length) > CHANCE) return [];
      const usual = Math.round(before / weeks.length);
      return {
        severity: 'soon' as const,
        subject: subject satisfies Subject,
        since: from,
        count: usual,
        sentence: `${subject.name} has sent nothing for ${hours(to.getTime() - from.getTime())}; in these hours it usually sends ${usual} searches and leads.`,
        value: 0,
        threshold: usual,
        unit: 'count' as const,
      };
    }),
  // Only a call ends it. In hours without calls in the weeks before, and a week later, nothing tells that it is silent.
  unclear: ({ subjects }) =>
    subjects
      .filter(({ subject, recent }) => subject.kind === 'affiliate' && recent.seen === 0)
      .map(({ subject }) => subject),
});
