import { onePerson } from './one-person.js';
import { holdingOf, owes } from './holdings.js';
import type { Invariant, World } from './invariant.js';
import type { CheckedLead, CheckedSearch } from './records.js';

type SearchInvariant = Invariant<CheckedSearch>;

const searchCloses: SearchInvariant = {
  name: 'search-closes',
  sentence: 'A search is done when its open time is over (45 s), and has a due_at until then.',
  faults: ({ state, due_at, closes_at }, { now, tolerance }) => {
    if (state === 'done') return due_at ? ['done with a due_at'] : [];
    if (!due_at) return [`${state} without due_at`];
    const late = now.getTime() - closes_at.getTime();
    return late > tolerance.search_ms ? [`${state}, ${Math.round(late / 1000)} s after its end`] : [];
  },
};

const slotHasLead: SearchInvariant = {
  name: 'slot-has-lead',
  sentence:
    'Every slot of a search belongs to a stored lead that still holds it. The slot of a sold lead is sold.',
  faults: ({ slots }, world) => slots.flatMap((slot) => slotFaults(slot, world)),
};

function slotFaults(slot: CheckedSearch['slots'][number], world: World): string[] {
  const lead = world.lead(slot.lead);
  if (!lead) {
    // A lead is deleted together with its search, or before it.
    return world.kept_since === null ? [`lead ${slot.lead} does not exist`] : [];
  }
  if (holdingOf(lead, slot.submission) === 'no')
    return isLeftover(lead, world)
      ? [`lead ${slot.lead} is ${lead.state} and keeps its slot of run ${slot.submission}`]
      : [];
  const sold = lead.state === 'accepted' && !owes(lead, slot.submission);
  if (sold && slot.state !== 'sold') return [`lead ${slot.lead} is accepted, its slot is only reserved`];
  return lead.state !== 'accepted' && slot.state === 'sold'
    ? [`lead ${slot.lead} is ${lead.state}, its slot is sold`]
    : [];
}

/**
 * Whether the lead ended so long ago that it may hold nothing anymore. A worker that slept may reserve for a lead
 * that has ended; it gives that back when it finds out.
 */
export const isLeftover = ({ decision, received_at }: CheckedLead, { now, tolerance }: World): boolean =>
  now.getTime() - (decision?.at ?? received_at).getTime() >= tolerance.leftover_ms;

/** How many sales a search may have at most. */
type LimitOf = (search: CheckedSearch, world: World) => number;

const slotsCompatible = (limitOf: LimitOf): SearchInvariant => ({
  name: 'slots-compatible',
  sentence:
    'The sales of one search respect exclusivity and max_accepted_submissions, the highest of the campaigns that its leads were posted to. If the lead is no longer stored, the limit of the search applies.',
  faults: (search, world) => {
    const { slots } = search;
    const exclusive = slots.filter(({ offer_type }) => offer_type === 'exclusive').length;
    const alone = slots.some(({ offer_type }) => offer_type === 'true_exclusive') && slots.length > 1;
    const limit = limitOf(search, world);
    return [
      ...(exclusive > 1 ? [`${exclusive} exclusive offers`] : []),
      ...(alone ? [`${slots.length} offers, one of them true_exclusive`] : []),
      ...(slots.length > limit ? [`${slots.length} offers, the limit is ${limit}`] : []),
    ];
  },
});

/**
 * Each lead is limited by its own campaign. That of the search may be another one, since it may run again under
 * another. It counts only for a lead that is not stored.
 */
const limitOfLeads: LimitOf = ({ slots, campaign_id, created_at }, { lead, history, now }) =>
  Math.max(
    0,
    ...slots.map((slot) => {
      const posted = lead(slot.lead);
      return posted
        ? history.submissions(posted.campaign_id, posted.received_at, now)
        : history.submissions(campaign_id, created_at, now);
    }),
  );

/** Invariants of one search and the leads that its slots name. */
export const SEARCH_INVARIANTS: readonly SearchInvariant[] = [
  searchCloses,
  onePerson,
  slotHasLead,
  slotsCompatible(limitOfLeads),
];
/**
 * The search invariants that need no other record. They only find suspects: without the leads, the limit may be that of
 * any campaign.
 */
export const LONE_SEARCH_INVARIANTS: readonly SearchInvariant[] = [
  searchCloses,
  onePerson,
  slotsCompatible((_, { history }) => history.lowestSubmissions()),
];
