import { settledAs } from '../../../src/core/caps/sold-counts.js';
import type { GivenBackLead } from '../../../src/core/caps/given-back.js';
import type { LeadCounts } from '../../../src/app/ports/lead-counts.js';
import type {
  CountedLead,
  RolledUpDay,
  RolledUpQuarter,
  SoldInQuarter,
  TimeRange,
  TimeRangeCount,
} from '../../../src/core/caps/counted-leads.js';
import { quarterOf, quartersBetween } from '../../../src/core/quarters.js';

/** Counts in memory over whatever `leads` gives at the moment, and what was asked. */
export function memoryLeadCounts(leads: () => readonly CountedLead[]) {
  const folds = new Map<string, RolledUpDay>();
  const quarters = new Map<number, RolledUpQuarter>();
  // A day has 96, of the thousands that there are.
  const quartersIn = (range: TimeRange) =>
    quartersBetween(range).flatMap((at) => (isIn(range, at) && quarters.get(at.getTime())) || []);
  const asked: TimeRange[] = [];
  const countIn = (timeRange: TimeRange): TimeRangeCount<SoldInQuarter> => {
    asked.push(timeRange);
    const within = leads().filter(({ intent, is_test }) => !is_test && isIn(timeRange, intent?.at));
    const sold = within.flatMap((lead) => {
      const line = settledAs(lead);
      return line && line !== 'open' ? [{ ...line, quarter: quarterOf(lead.intent!.at) }] : [];
    });
    return { sold, others: within.filter((lead) => settledAs(lead) === 'open'), leads: within.length };
  };
  const counts: LeadCounts = {
    countTimeRange(timeRange) {
      const { sold, ...rest } = countIn(timeRange);
      return Promise.resolve({ ...rest, sold: sold.map(({ quarter: _, ...line }) => line) });
    },
    countByQuarter: (timeRange) => Promise.resolve(countIn(timeRange)),
    readCounted: (ids) => Promise.resolve(leads().filter(({ id }) => ids.includes(id))),
    // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
    async *givenBack(from) {
      const all = leads() as readonly (CountedLead & GivenBackLead)[];
      yield* all.filter(
        ({ intent, returns }) =>
          intent && intent.at >= from && returns?.some(({ place_given_back }) => place_given_back),
      );
    },
    hasIntentBefore: (at) => Promise.resolve(leads().some(({ intent }) => intent && intent.at < at)),
    // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
    async *rollups() {
      yield* [...folds.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
    },
    rolledUpDays: () => Promise.resolve([...folds.keys()].sort()),
    rollUp: (day) => Promise.resolve(void folds.set(day.day, day)),
    // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
    async *quarters(range) {
      yield* quartersIn(range);
    },
    rolledUpQuarters: () => Promise.resolve([...quarters.values()].map(({ from }) => from)),
    rollUpQuarters(closed) {
      for (const quarter of closed) quarters.set(quarter.from.getTime(), quarter);
      return Promise.resolve();
    },
    dropQuarters(range) {
      for (const [at, { from }] of quarters) if (isIn(range, from)) quarters.delete(at);
      return Promise.resolve();
    },
  };
  return { counts, folds, quarters, asked };
}

const isIn = ({ from, to }: TimeRange, at: Date | undefined): boolean =>
  at !== undefined && from <= at && at < to;
