import type { LeadRecord } from './lead-record.js';
import type { TimelineEntry } from './timeline.js';

const UNSENT: Readonly<Record<string, string>> = { sent: 'not_sent', answered: 'ended' };

/**
 * A lead's timeline as people read it. `sent` is stored with the attempt, before its request leaves: of an attempt that
 * never left, it is shown as `not_sent`.
 */
export function displayedTimeline({ attempts, timeline }: LeadRecord): readonly TimelineEntry[] {
  const unsent = new Set<unknown>(
    attempts.filter(({ outcome }) => outcome === 'never_sent').map(({ number }) => number),
  );
  return timeline.map((entry) =>
    unsent.has(entry.reason?.['attempt']) ? { ...entry, what: UNSENT[entry.what] ?? entry.what } : entry,
  );
}
