import { trusted } from 'mongoose';
import type { LeadFilter, LeadOverview } from '../../../app/ports/lead-overview.js';
import { inOrder, isAfter, type LeadPosition, type ListOrder } from '../../../core/lead/lead-position.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import { readByIndex } from '../named-index.js';
import { createPageSpans, type PageSpans } from './page-spans.js';
import { toOpened } from '../sealing/sealed-records.js';
import { upTo, type Stored } from './documents.js';
import { type ListPart, partsOf } from './lead-filters.js';
import type { LeadModel } from './models.js';

/** The length of the first slice of time of a list that was not read before. */
const FIRST_SLICE_MS = 1_800_000;

/** How much longer a slice may be than the one before, and how much shorter than one with too many leads. */
const STEP = 4;

/** A slice aims at so many times what is wanted, because the next leads may lie less close to each other. */
const MARGIN = 1.5;

/** A slice with more leads than this many pages is too long. */
const MAX_PAGES_OF_A_SLICE = 2;

/** All of a lead that its place in a list needs. Its document is a hundred times as large. */
const POSITION = ['received_at'] as const satisfies readonly (keyof LeadPosition)[];

/** Where a page begins, and how many leads it needs: one more than it shows, to know whether the list continues. */
interface Wanted {
  readonly filter: LeadFilter;
  readonly order: ListOrder;
  readonly after: LeadPosition | undefined;
  readonly enough: number;
}

/** Where leads are read. */
interface Place {
  readonly leads: LeadModel;
  readonly spans: PageSpans;
}

/**
 * Implements `LeadOverview.page`. FerretDB finds the leads of a range of an index at once, but it reads and sorts all
 * of them before it returns the newest. So the list is read in slices of time, from the newest back or from the oldest
 * on, and no command asks for a sorted result. A slice with too many leads is cut short, and the next is as long as what is still wanted
 * should need, but at most some times longer. So a list of a rare value takes a few commands, and a list of a frequent
 * value reads little more than the page. Only the leads of the page are read whole.
 */
export function pageOfLeads(leads: LeadModel): LeadOverview['page'] {
  const place = { leads, spans: createPageSpans() };
  return async (filter, limit, after, order = 'newest') => {
    const wanted: Wanted = { filter, order, after, enough: limit + 1 };
    const parts = partsOf(filter).map((part) => ({ ...part, members: POSITION }));
    const found: LeadPosition[] = [];
    // One after the other: a lead that moves on meanwhile is found where it was, where it is, or in both.
    for (const part of parts)
      found.push(
        ...(part.few ? await readSorted(leads, part, wanted) : await readSlices(place, part, wanted)),
      );
    const sorted = onceEach(found.sort(inOrder(order)));
    const places = sorted.slice(0, limit);
    const page = await readWhole(leads, parts, places);
    const last = places.at(-1);
    return sorted.length > limit && last
      ? { leads: page, next: { received_at: last.received_at, id: last.id } }
      : { leads: page };
  };
}

/** The first position of each lead. Where that is no longer its own, the lead is left out (`readWhole`). */
function onceEach(sorted: readonly LeadPosition[]): LeadPosition[] {
  const seen = new Set<string>();
  return sorted.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The leads of these positions, in their order. One that has left the list or its place meanwhile is not shown. */
async function readWhole(
  leads: LeadModel,
  parts: readonly ListPart[],
  places: readonly LeadPosition[],
): Promise<LeadRecord[]> {
  if (places.length === 0) return [];
  const ids = trusted({ $in: places.map(({ id }) => id) });
  const rows = await leads
    .find({ _id: ids, $or: parts.map(({ filter }) => filter) }, null, upTo(places.length))
    .hint('_id_')
    .lean<Stored<LeadRecord>[]>();
  const found = new Map(rows.map((row) => [row._id, row]));
  return places.flatMap(({ id, received_at }) => {
    const row = found.get(id);
    return row?.received_at.getTime() === received_at.getTime()
      ? [toOpened<LeadRecord>(leads, row, 'shown')]
      : [];
  });
}

interface Reading {
  /** Absent: in no order. */
  readonly order?: ListOrder;
  readonly limit: number;
}

/** Throws a SettingsError if `migrate` of this release has not run yet. */
async function find(
  leads: LeadModel,
  { filter, index, members }: Pick<ListPart, 'filter' | 'index' | 'members'>,
  times: object,
  { order, limit }: Reading,
): Promise<LeadRecord[]> {
  const query = leads.find({ ...filter, ...times }, null, limit === Infinity ? {} : upTo(limit)).hint(index);
  if (members) query.select([...members]);
  const direction = order === 'newest' ? -1 : 1;
  if (order) query.sort({ received_at: direction, _id: direction });
  const rows = await readByIndex(query.lean<Stored<LeadRecord>[]>());
  return rows.map((row) => toOpened<LeadRecord>(leads, row, 'shown'));
}

/** The first leads of a part in one command. The server sorts all leads of the part. */
function readSorted(
  leads: LeadModel,
  part: ListPart,
  { filter: { from = new Date(0), to }, order, after, enough }: Wanted,
): Promise<LeadRecord[]> {
  const received_at = trusted({ $gte: from, $lt: to });
  const beyond = order === 'newest' ? '$lt' : '$gt';
  const times = after
    ? {
        received_at,
        $or: [
          { received_at: trusted({ [beyond]: after.received_at }) },
          { received_at: after.received_at, _id: trusted({ [beyond]: after.id }) },
        ],
      }
    : { received_at };
  return find(leads, part, times, { order, limit: enough });
}

/** The first leads of a part, in slices of time. May return more than are wanted. */
async function readSlices({ leads, spans }: Place, part: ListPart, wanted: Wanted): Promise<LeadRecord[]> {
  const { filter, order, after, enough } = wanted;
  const isNewest = order === 'newest';
  // Leads of the position's own millisecond may follow it.
  const begin = after?.received_at.getTime();
  const from = Math.max(filter.from?.getTime() ?? 0, isNewest ? 0 : (begin ?? 0));
  const to = Math.min(filter.to.getTime(), isNewest && begin !== undefined ? begin + 1 : Infinity);
  const look = { part, enough, to };
  const found: LeadRecord[] = [];
  const sizes = {
    first: isNewest ? spans.lengthOf(look) : undefined,
    most: enough * MAX_PAGES_OF_A_SLICE,
    aim: () => (enough - found.length) * MARGIN,
  };
  for await (const slice of slicesOf(leads, part, { from, to, order }, sizes)) {
    found.push(...(after ? slice.leads.filter((lead) => isAfter(lead, after, order)) : slice.leads));
    if (found.length >= enough) break;
  }
  if (!after && isNewest)
    spans.note(
      look,
      found.map(({ received_at }) => received_at.getTime()),
    );
  return found;
}

/** In milliseconds since 1970. `to` is exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The length of the first slice, if it is known; how many leads a slice has at most, and how many the next one should have. */
interface Sizes {
  readonly first?: number | undefined;
  readonly most: number;
  readonly aim: () => number;
}

/**
 * The leads of a part in slices of time, from the newest slice back to `from`, or from the oldest on. After a slice with too
 * many leads, the next ones are parts of it until one has a lead: else, after hours without a lead, they would become too
 * long again and again.
 */
async function* slicesOf(
  leads: LeadModel,
  part: Pick<ListPart, 'filter' | 'index' | 'members'>,
  { from, to, order }: Range & { readonly order: ListOrder },
  { first = FIRST_SLICE_MS, most, aim }: Sizes,
): AsyncGenerator<Range & { readonly leads: readonly LeadRecord[] }> {
  /** How far a slice had too many leads, from where the list begins. */
  let crowded = 0;
  for (let at = 0, length = first; at < to - from;) {
    if (crowded > at) length = Math.min(length, (crowded - at) / STEP);
    const next = Math.min(to - from, at + Math.max(1, Math.floor(length)));
    const slice =
      order === 'newest' ? { from: to - next, to: to - at } : { from: from + at, to: from + next };
    const found = await readSlice(leads, part, slice, most);
    if (found === undefined) crowded = next;
    else {
      yield { ...slice, leads: found };
      if (found.length > 0) crowded = 0;
      length = (next - at) * Math.min(STEP, aim() / found.length);
      at = next;
    }
  }
}

/** All leads of a slice in no order. Undefined if it has more than `most`. The shortest slice is always read whole. */
async function readSlice(
  leads: LeadModel,
  part: Pick<ListPart, 'filter' | 'index' | 'members'>,
  { from, to }: Range,
  most: number,
): Promise<LeadRecord[] | undefined> {
  const received_at = trusted({ $gte: new Date(from), $lt: new Date(to) });
  const limit = to - from > 1 ? most + 1 : Infinity;
  const found = await find(leads, part, { received_at }, { limit });
  return found.length < limit ? found : undefined;
}
