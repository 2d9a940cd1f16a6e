import { isFinal, type LeadState } from '../lead/lead-states.js';
import { labelOfEffect } from '../lead/pending-effect.js';
import { claimHoldingOf, holdingOf, lastAttemptOf } from './holdings.js';
import { heldInPause, waitsOutPause } from './held-in-pause.js';
import type { Invariant, World } from './invariant.js';
import { onePerson } from './one-person.js';
import { pricedAsInForce } from './priced-as-in-force.js';
import type { CheckedLead } from './records.js';
import { stateFaults } from './reachable.js';

type LeadInvariant = Invariant<CheckedLead>;

const ageOf = (at: Date, { now }: World): number => now.getTime() - at.getTime();
const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

const undecidedIsDue: LeadInvariant = {
  name: 'undecided-is-due',
  sentence: 'Every undecided lead has a due_at, except an unknown one, which an operator settles.',
  faults: ({ state, due_at }) => {
    const needs = !isFinal(state) && state !== 'unknown';
    if (needs && !due_at) return [`${state} without due_at: nothing would ever look at it again`];
    return !needs && due_at ? [`${state} with a due_at`] : [];
  },
};

const notOverdue: LeadInvariant = {
  name: 'not-overdue',
  sentence: 'No undecided record stays overdue.',
  faults: ({ state, due_at }, world) => {
    const late = due_at && !isFinal(state) ? ageOf(due_at, world) : 0;
    return late > world.tolerance.overdue_ms ? [`${state}, overdue for ${seconds(late)}`] : [];
  },
};

/**
 * A worker that finds the open attempt of another one has the lead back in its former state, if an outage ends its run, and in
 * the queue while the ledger is counted.
 */
const LOOKED_AT: readonly LeadState[] = ['queued', 'waiting', 'saved', 'working', 'sending'];

const attemptEnds: LeadInvariant = {
  name: 'attempt-ends',
  sentence: 'An open attempt belongs to a lead that a worker looks at again at its due_at.',
  faults: (lead) => {
    const open = lead.attempts.filter(({ outcome }) => outcome === 'open');
    if (open.length === 0) return [];
    const isLast =
      open.length === 1 && open[0] === lead.attempts.at(-1) && open[0]?.submission === lead.submission;
    if (isLast && lead.due_at && LOOKED_AT.includes(lead.state)) return [];
    return [
      `attempt ${open.map(({ number }) => number).join(', ')} has no end and the lead is ${lead.state}`,
    ];
  },
};

const effectsApplied: LeadInvariant = {
  name: 'effects-applied',
  sentence:
    'The pending effects of a lead on slots, claims, reservations, books and fallbacks are applied soon.',
  faults: ({ pending_effects }, world) =>
    pending_effects
      // `news-published` looks at news.
      .filter(({ kind }) => kind !== 'news')
      .map((effect) => ({ effect, age: ageOf(effect.since, world) }))
      .filter(({ age }) => age > world.tolerance.effect_ms)
      .map(({ effect, age }) => `${labelOfEffect(effect)} has been pending for ${seconds(age)}`),
};

const fellBackUnsent: LeadInvariant = {
  name: 'fell-back-unsent',
  sentence: 'A lead that fell back was refused by Leadkeep, and no byte of it left for a buyer.',
  faults: ({ next_fallback, state, decision, attempts }) => {
    if (!next_fallback) return [];
    const isRefused = (state === 'rejected' || state === 'failed') && decision?.source === 'service';
    const sent = attempts.filter(({ outcome }) => outcome !== 'never_sent');
    return [
      ...(isRefused ? [] : [`it fell back and is ${state}`]),
      ...sent.map(({ number, outcome }) => `it fell back, and attempt ${number} is ${outcome}`),
    ];
  },
};

const requestEndsOnce: LeadInvariant = {
  name: 'request-ends-once',
  sentence:
    'A return request ends once, soon after its deadline at the latest; it is a return if it was accepted, and only then.',
  faults: ({ return_requests = [], returns = [], request_due_at }, world) => {
    const open = return_requests.filter(({ ended }) => !ended);
    const last = return_requests.at(-1);
    const deadline = last && !last.ended ? last.decide_by : undefined;
    const late = deadline ? ageOf(deadline, world) : 0;
    const made = return_requests.map((_, n) => returns.filter(({ request }) => request === n).length);
    return [
      ...(open.length > (deadline ? 1 : 0) ? ['a request that is not its last has no end'] : []),
      ...(deadline?.getTime() === request_due_at?.getTime()
        ? []
        : ['its deadline is not that of its open request: nobody would decide it']),
      ...(late > world.tolerance.overdue_ms ? [`a return request is overdue for ${seconds(late)}`] : []),
      ...return_requests.flatMap(({ ended }, n) =>
        made[n] === (ended?.outcome === 'accepted' ? 1 : 0)
          ? []
          : [`its return request ${n} is ${ended?.outcome ?? 'open'}, and made ${made[n]} returns`],
      ),
    ];
  },
};

const stateReachable: LeadInvariant = {
  name: 'state-reachable',
  sentence: 'The state machine can produce this combination of state, attempts, decision and timeline.',
  faults: stateFaults,
};

const leadHasClaims: LeadInvariant = {
  name: 'lead-has-claims',
  sentence:
    'A lead that was sent, or is saved until the buyer opens, holds the claim of each of its identities.',
  faults: (lead, world) =>
    mustClaim(lead, world)
      ? lead.identities
          .filter(({ key }) => !world.claim(key)?.owners.some((owner) => isOf(owner, lead)))
          .map(({ kind }) => `${lead.state} without the claim of its ${kind}`)
      : [],
};

const leadHasSlot: LeadInvariant = {
  name: 'lead-has-slot',
  sentence:
    'A lead that was sent from a search, or is saved until the buyer opens, has its slot in the search.',
  faults: (lead, world) => {
    const search = lead.search_id === undefined ? undefined : world.search(lead.search_id);
    if (!search || !mustSlot(lead)) return [];
    return search.slots.some((slot) => isOf(slot, lead))
      ? []
      : [`${lead.state} without a slot in its search`];
  },
};

const leadHasSearch: LeadInvariant = {
  name: 'lead-has-search',
  sentence: 'The search that a lead was submitted from is stored.',
  faults: ({ search_id, received_at }, { search, kept_since }) => {
    const maybeGone = kept_since !== null && received_at < kept_since;
    return search_id !== undefined && !maybeGone && !search(search_id) ? ['its search does not exist'] : [];
  },
};

const isOf = (held: { readonly lead: string; readonly submission: number }, lead: CheckedLead): boolean =>
  held.lead === lead.id && held.submission === lead.submission;

export const mustSlot = (lead: CheckedLead): boolean =>
  lead.search_id !== undefined && holdingOf(lead, lead.submission) === 'must';

/**
 * Whether the lead must have its claims. Claims of leads that have ended expire by age, so only a lead that is
 * certainly young enough must have them.
 */
export function mustClaim(lead: CheckedLead, { now, history }: Pick<World, 'now' | 'history'>): boolean {
  if (!isFinal(lead.state)) return claimHoldingOf(lead, lead.submission) === 'must';
  const taken = lastAttemptOf(lead)?.at ?? lead.received_at;
  const young = now.getTime() - taken.getTime() < history.claimsKeptMs() - 3_600_000;
  return young && claimHoldingOf(lead, lead.submission) === 'must';
}

/** The lead invariants that need no other record. */
export const LONE_LEAD_INVARIANTS: readonly LeadInvariant[] = [
  undecidedIsDue,
  notOverdue,
  attemptEnds,
  effectsApplied,
  requestEndsOnce,
  stateReachable,
  fellBackUnsent,
  onePerson,
  pricedAsInForce,
  heldInPause,
  waitsOutPause,
];

/** Invariants of one lead and the records around it. */
export const LEAD_INVARIANTS: readonly LeadInvariant[] = [
  ...LONE_LEAD_INVARIANTS,
  leadHasClaims,
  leadHasSlot,
  leadHasSearch,
];
