import type { ReportReader } from '../../../src/app/ports/report-reader.js';
import type { Progress, Rollup, RollupStore } from '../../../src/app/ports/rollup-store.js';
import type {
  ReportedEntry,
  ReportedLead,
  ReportedSearch,
} from '../../../src/core/reports/counted-records.js';
import { marksLate } from '../../../src/core/reports/late-change.js';

type Marked<T> = T & { readonly unrolled?: readonly Date[] };

/** Records in memory, with the marks that the stores set. */
export interface ReportRecords {
  readonly leads: Map<string, Marked<ReportedLead>>;
  readonly searches: Map<string, Marked<ReportedSearch>>;
  readonly entries: ReportedEntry[];
  /** Days that got entries, each with a number that changes with every write. */
  readonly days: Map<string, number>;
  /** Changes a lead as the store does: with a mark if its quarter may have been counted. */
  change(id: string, change: Partial<ReportedLead>, now: Date): void;
  changeSearch(id: string, change: Partial<ReportedSearch>, now: Date): void;
  enter(entry: ReportedEntry): void;
}

export function memoryRecords(): ReportRecords {
  const leads = new Map<string, Marked<ReportedLead>>();
  const searches = new Map<string, Marked<ReportedSearch>>();
  const entries: ReportedEntry[] = [];
  const days = new Map<string, number>();
  let writes = 0;
  const marked = (at: Date, now: Date, before: readonly Date[] = []) =>
    marksLate(at, now) ? { unrolled: [...before, at] } : {};
  return {
    ...{ leads, searches, entries, days },
    change(id, change, now) {
      const lead = leads.get(id);
      if (lead) leads.set(id, { ...lead, ...change, ...marked(lead.received_at, now, lead.unrolled) });
    },
    changeSearch(id, change, now) {
      const search = searches.get(id);
      if (search)
        searches.set(id, { ...search, ...change, ...marked(search.created_at, now, search.unrolled) });
    },
    enter(entry) {
      entries.push(entry);
      days.set(entry.day, (writes += 1));
    },
  };
}

/* eslint-disable @typescript-eslint/require-await -- async iterables of what is at hand */
export function memoryReportReader({ leads, searches, entries }: ReportRecords): ReportReader {
  return {
    async *leads({ from, to }) {
      for (const lead of leads.values()) if (from <= lead.received_at && lead.received_at < to) yield lead;
    },
    async *searches({ from, to }) {
      for (const search of searches.values())
        if (from <= search.created_at && search.created_at < to) yield search;
    },
    async *entries(first, last) {
      for (const entry of entries) if (first <= entry.day && entry.day <= last) yield entry;
    },
  };
}
/* eslint-enable @typescript-eslint/require-await */

/** The rollups in memory. `before` runs before each call: it may throw as a kill does, or sleep. */
export function memoryRollups(
  records: ReportRecords,
  before: (isWrite: boolean) => Promise<unknown> | undefined = () => undefined,
): RollupStore {
  const rollups = new Map<string, Rollup & { readonly due?: true }>();
  const makeDue = (id: string) =>
    rollups.set(id, { id, version: (rollups.get(id)?.version ?? 0) + 1, cubes: {}, due: true });
  let progress: Progress | null = null;
  const inOrder = (first: string, last: string) =>
    [...rollups.values()]
      .filter(({ id, due }) => first <= id && id <= last && !due)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  const step = async <T>(act: () => T, isWrite = false): Promise<T> => {
    await before(isWrite);
    return act();
  };
  const all = () => [
    ...[...records.leads.values()].map((lead) => ({
      ...lead,
      of: 'leads' as const,
      at: lead.received_at,
      open: false,
    })),
    ...[...records.searches.values()].map((search) => ({
      ...search,
      of: 'searches' as const,
      at: search.created_at,
    })),
  ];
  return {
    between: (first, last) => step(() => inOrder(first, last)),
    byId: (id) => step(() => rollups.get(id)),
    write: ({ due = [], ...write }) =>
      step(() => {
        if ((rollups.get(write.id)?.version ?? 0) !== write.version) return false;
        rollups.set(write.id, { ...write, version: write.version + 1 });
        due.forEach(makeDue);
        return true;
      }, true),
    dueDays: () => step(() => [...rollups.values()].filter(({ due }) => due)),
    setDue: (days) =>
      step(() => {
        days.forEach(makeDue);
      }),
    marked: () =>
      step(() =>
        all().flatMap(({ id, of, at, open, unrolled }) =>
          unrolled ? [{ id, of, open, as_read: unrolled, moments: [...unrolled, at] }] : [],
        ),
      ),
    clearMarks: (found) =>
      step(() => {
        for (const { id, of, as_read } of found) {
          const { unrolled, ...rest } = records[of].get(id) ?? { id };
          if (unrolled === as_read) (records[of] as Map<string, unknown>).set(id, rest);
        }
      }),
    markedDays: () => step(() => [...records.days].map(([day, n]) => ({ day, n }))),
    clearDays: (found) =>
      step(() => {
        for (const { day, n } of found) if (records.days.get(day) === n) records.days.delete(day);
      }),
    progress: () => step(() => progress),
    saveProgress: (reached) =>
      step(() => {
        progress = reached;
      }),
    hasAnyBefore: (at) => step(() => all().some((record) => record.at < at)),
    forgetSubids: () => step(() => undefined),
  };
}

/** Nothing is rolled up: a report must read the records. */
export const noRollups = (records: ReportRecords): RollupStore => ({
  ...memoryRollups(records),
  marked: () => Promise.resolve([]),
  markedDays: () =>
    Promise.resolve([...new Set(records.entries.map(({ day }) => day))].map((day) => ({ day, n: 1 }))),
});
