import { countRanges } from '../caps/count-ranges.js';
import { quartersToRollUp, timeRangeOfQuarter } from '../../core/caps/time-ranges.js';
import type { RolledUpQuarter, SoldInQuarter, TimeRangeCount } from '../../core/caps/counted-leads.js';
import { sumSold } from '../../core/caps/sold-counts.js';
import { quarterOf, stretchesOf } from '../../core/quarters.js';
import type { LeadCounts } from '../ports/lead-counts.js';
import type { WorkPorts } from '../ports/work-ports.js';

export type RollUpPorts = Pick<WorkPorts, 'clock' | 'random'> & { readonly counts: LeadCounts };

/** One call ends after so many quarters, which is a month, or after this many leads. */
const MAX_QUARTERS = 3_000;
const MAX_LEADS = 1_000_000;

/** A quarter with more open leads waits, because its document would be large, and reading each lead slow. */
const MAX_OPEN = 5_000;

/**
 * Rolls up closed quarters of an hour that lie in none of these rolled-up days: what they sold, and the ids of the leads
 * that are still open. Returns whether a further call would roll up more.
 */
export async function rollUpCapQuarters(
  { counts, clock, random }: RollUpPorts,
  first: string,
  days: ReadonlySet<string>,
): Promise<boolean> {
  const quarters = new Set((await counts.rolledUpQuarters()).map((from) => from.getTime()));
  const due = quartersToRollUp(first, { days, quarters }, clock());
  // Start at a random quarter, so that quarters that must wait do not block the others.
  const start = Math.floor(random() * due.length);
  const turn = due.slice(start, start + MAX_QUARTERS);
  const counted = createQuarterCounts();
  let [ended, stored, leads] = [0, 0, 0];
  const stretches = stretchesOf(turn.map((from) => from.getTime()));
  for await (const piece of countRanges(stretches, (range) => counts.countByQuarter(range))) {
    counted.add(piece);
    leads += piece.leads;
    const left = turn.findIndex((from, i) => i >= ended && timeRangeOfQuarter(from).to > piece.to);
    const whole = turn.slice(ended, left < 0 ? turn.length : left);
    ended += whole.length;
    const closed = whole.map((from) => counted.take(from)).filter(({ open }) => open.length <= MAX_OPEN);
    if (closed.length > 0) await counts.rollUpQuarters(closed);
    stored += closed.length;
    if (leads >= MAX_LEADS) break;
  }
  return stored > 0 && stored < due.length;
}

/** Collects what several commands count. */
function createQuarterCounts() {
  const parts = new Map<number, { readonly sold: SoldInQuarter[]; readonly open: string[] }>();
  const partOf = (quarter: Date) => {
    const part = parts.get(quarter.getTime()) ?? { sold: [], open: [] };
    parts.set(quarter.getTime(), part);
    return part;
  };
  return {
    add({ sold, others }: TimeRangeCount<SoldInQuarter>): void {
      for (const line of sold) partOf(line.quarter).sold.push(line);
      for (const { id, intent } of others) if (intent) partOf(quarterOf(intent.at)).open.push(id);
    },
    take(from: Date): RolledUpQuarter {
      const { sold, open } = partOf(from);
      parts.delete(from.getTime());
      return { from, sold: sumSold(sold), open };
    },
  };
}
