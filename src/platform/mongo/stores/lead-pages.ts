import { trusted } from 'mongoose';
import type { LeadFilter, LeadOverview } from '../../../app/ports/lead-overview.js';
import { byPosition, isAfter, type LeadPosition } from '../../../core/lead/lead-position.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import { toRecord, type Stored } from './documents.js';
import { filtersOf, type Filter } from './lead-filters.js';
import type { LeadModel } from './models.js';

/** The first slice of a list that is not selective. */
const FIRST_SLICE_MS = 3_600_000;

/** How much longer the next slice is when a slice was read whole, and how much shorter when it held too many. */
const STEP = 4;

/** A slice with more leads than this many pages is too long. */
const MAX_PAGES_OF_A_SLICE = 4;

/**
 * Implements `LeadOverview.page`. FerretDB finds the leads of a range of an index at once, but it reads and sorts all
 * of them before it returns the newest. So the list is read in slices of time, from the newest back, and no command
 * asks for a sorted result. A slice with too many leads is cut short, and after a slice with few leads the next is
 * longer. So a list of a rare value takes a few commands, and a list of a frequent value reads a few hundred leads.
 */
export const pageOfLeads =
  (leads: LeadModel): LeadOverview['page'] =>
  async (filter, limit, after) => {
    const filters = filtersOf(filter);
    const found: LeadRecord[] = [];
    // One more than the page shows whether the list continues.
    for await (const slice of slicesOf(leads, filters, timesOf(filter, after), limit + 1)) {
      found.push(...(after ? slice.filter((lead) => isAfter(lead, after)) : slice).sort(byPosition));
      if (found.length > limit) break;
    }
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return found.length > limit && last
      ? { leads: page, next: { received_at: last.received_at, id: last.id } }
      : { leads: page };
  };

interface Times {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly first_ms: number;
}

function timesOf(filter: LeadFilter, after: LeadPosition | undefined): Times {
  const from = filter.from?.getTime() ?? 0;
  // Leads of the position's own millisecond may follow it.
  const to = Math.min(filter.to.getTime(), after ? after.received_at.getTime() + 1 : Infinity);
  return { from, to, first_ms: isSelective(filter) ? Infinity : FIRST_SLICE_MS };
}

/** These find few leads, so that a longer first slice saves commands. */
const isSelective = ({ reference, request_id, click_key }: LeadFilter): boolean =>
  reference !== undefined || request_id !== undefined || click_key !== undefined;

/** Yields the leads of slices of time, from the newest to the oldest slice. `enough` leads are a page. */
async function* slicesOf(
  leads: LeadModel,
  filters: readonly Filter[],
  { from, to, first_ms }: Times,
  enough: number,
): AsyncGenerator<LeadRecord[]> {
  const most = enough * MAX_PAGES_OF_A_SLICE;
  for (let end = to, length = first_ms; end > from;) {
    const start = Math.max(from, end - Math.max(1, Math.floor(length)));
    const isShortest = end - start === 1;
    const found = await readSlice(leads, filters, start, end, isShortest ? Infinity : most);
    if (found === undefined) length = (end - start) / STEP;
    else {
      yield found;
      end = start;
      length *= STEP;
    }
  }
}

/** All leads of a slice in no order. Undefined if it has more than `most`. */
async function readSlice(
  leads: LeadModel,
  filters: readonly Filter[],
  start: number,
  end: number,
  most: number,
): Promise<LeadRecord[] | undefined> {
  const received_at = trusted({ $gte: new Date(start), $lt: new Date(end) });
  const found = await Promise.all(
    filters.map((filter) => {
      const matching = leads.find({ ...filter, received_at }).lean<Stored<LeadRecord>[]>();
      return most === Infinity ? matching : matching.limit(most + 1);
    }),
  );
  const rows = found.flat();
  return rows.length > most ? undefined : rows.map((row) => toRecord<LeadRecord>(row));
}
