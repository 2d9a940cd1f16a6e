import type { LeadEntry } from '../../core/lead/lead-entry.js';
import type { SearchEntry } from '../../core/search/search-entry.js';
import { TIMELINE_LENGTH, type TimelineEntry } from '../../core/lead/timeline.js';
import type { Names } from '../../core/catalogue/names-of.js';
import { plain } from './sections.js';
import { renderTable } from './table.js';
import { formatOffset, formatTime } from './time.js';

type Entry = LeadEntry | SearchEntry;
type Kind = Entry['what'];
type Members<Reason> = Reason extends object ? keyof Reason : never;
/** Every member that the reason of a kind can have, in any of its shapes. */
type ReasonOf<K extends Kind, E = Entry> = E extends { readonly what: infer W; readonly reason?: infer R }
  ? K extends W
    ? Members<R>
    : never
  : never;
type Show = (value: unknown) => string;

/** Accepts any value, because another build may have written the entry. */
const moment: Show = (value) => (value instanceof Date ? formatTime(value) : plain(value));

const REFUSAL = {
  check: plain,
  code: plain,
  why: plain,
  field: plain,
  type: plain,
  others: (value) =>
    Array.isArray(value)
      ? value.map((one: { field?: unknown }) => plain(one.field)).join(', ')
      : plain(value),
  detail: plain,
  held_by: plain,
} as const satisfies Readonly<Record<string, Show>>;
const SEEN = { status: plain, via: plain, detail: plain } as const;

/** How to show the data of each kind. If a kind or member is missing here, this does not compile. */
const SHOWN: { readonly [K in Kind]: Readonly<Record<ReasonOf<K>, Show>> } = {
  received: {},
  received_again: {},
  waits: { ...REFUSAL, until: moment, step: plain },
  saved: { opens_at: moment },
  verified: {
    step: plain,
    then: plain,
    from: plain,
    duration_ms: plain,
    said: plain,
    reference: plain,
    ...SEEN,
  },
  sent: { attempt: plain },
  answered: {
    attempt: plain,
    duration_ms: plain,
    ...SEEN,
    why: plain,
    was: plain,
    reference: plain,
    price_cents: plain,
  },
  asked: { duration_ms: plain, ...SEEN },
  decided: REFUSAL,
  settled: { by: plain, why: plain, was: plain },
  callback: { detail: plain, was: plain, mark: plain, why: plain, reference: plain, price_cents: plain },
  unknown: REFUSAL,
  gave_up: { stalls: plain },
  requeued: { why: plain, data_key: plain },
  fell_back: { to: plain },
  fallback_of: { lead: plain, place: plain },
  returned: { by: plain, overrode: plain, why: plain, mark: plain },
  return_requested: { by: plain, decide_by: moment, mark: plain },
  return_declined: { by: plain, why: plain },
  return_undone: { by: plain, why: plain, claim: plain, place: plain },
  evaluated: { run: plain, returned: plain, partners: plain, offers: plain },
  partner: { results: plain, faults: plain, duration_ms: plain, programs_out: plain, detail: plain },
  closed: { why: plain },
};
const BY_KIND = new Map(Object.entries(SHOWN).map(([kind, shown]) => [kind, new Map(Object.entries(shown))]));

/** Renders the events in order, with the time since the start. Kinds of another build are shown as they are stored. */
export function renderTimeline(start: Date, timeline: readonly TimelineEntry[], names: Names): string {
  if (timeline.length === 0) return '';
  const table = renderTable(
    ['at', 'after', 'what', 'offer', 'outcome', 'reason'],
    timeline.map((entry) => [
      formatTime(entry.at),
      formatOffset(start, entry.at),
      entry.what,
      entry.offer_id === undefined ? '' : names(entry.offer_id),
      entry.outcome ?? '',
      reasonText(entry),
    ]),
    '  ',
  );
  return timeline.length < TIMELINE_LENGTH
    ? table
    : `  (the newest ${TIMELINE_LENGTH}; earlier entries are not kept)\n${table}`;
}

const reasonText = ({ what, reason = {} }: TimelineEntry): string =>
  Object.entries(reason)
    .map(([name, value]) => `${name} ${(BY_KIND.get(what)?.get(name) ?? plain)(value)}`)
    .join(', ');
