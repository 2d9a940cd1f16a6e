import { reservationIdOf } from '../../src/core/caps/cap-buckets.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { IDS } from './catalogue.js';
import { testIdentities } from './records.js';
import { openRequest } from './returns.js';
import { CAP, LEADS, type LeadName, OTHER_CAP, SEARCH, type SoundWorld } from './sound-world.js';

/** One way to break a promise, and the invariant that must say so, alone or with the ones it drags along. */
export interface PlantedFault {
  readonly what: string;
  readonly plant: (world: SoundWorld) => void;
  readonly found: readonly string[];
}

const GONE = '29999999-0000-4000-8000-000000000009';
const ago = ({ now }: SoundWorld, ms: number): Date => new Date(now.getTime() - ms);
const HOUR = 3_600_000;

function without(world: SoundWorld, name: LeadName, ...members: (keyof LeadRecord)[]): void {
  const lead = world.leads.get(LEADS[name]);
  if (!lead) return;
  const left = Object.entries(lead).filter(
    ([reservationId]) => !members.includes(reservationId as keyof LeadRecord),
  );
  world.leads.set(lead.id, Object.fromEntries(left) as unknown as LeadRecord);
}

function pendingEffectOf(world: SoundWorld, since: Date): LeadRecord['pending_effects'][number] {
  const { offer_id, campaign_id } = world.leads.get(LEADS.refused)!;
  return {
    ...{ kind: 'reservations', what: 'release', since, submission: 1, claim_action: 'release' },
    keys: [],
    offer_id,
    campaign_id,
    buyer_id: IDS.buyer,
  };
}

function hold(world: SoundWorld, key: string, lead: string): void {
  const [like] = world.claims.get('key-email-direct')!.owners;
  world.claims.set(key, { key, owners: [...(world.claims.get(key)?.owners ?? []), { ...like!, lead }] });
}

/** The queued lead, sold like the direct one, with everything it must hold. */
function sellQueued(world: SoundWorld, over: Partial<LeadRecord> = {}): void {
  const { state, attempts, decision } = world.leads.get(LEADS.direct)!;
  without(world, 'queued', 'due_at');
  world.lead('queued', { state, attempts, decision: decision!, runs: 1, ...over });
  for (const { key } of world.leads.get(LEADS.queued)!.identities) hold(world, key, LEADS.queued);
  const place = world.places.get(CAP.id)!;
  world.places.set(CAP.id, { ...place, confirmed: place.confirmed + 1 });
}

const change = (
  world: SoundWorld,
  capId: string,
  over: Partial<{ confirmed: number; members: string[] }>,
): void => {
  world.places.set(capId, { ...world.places.get(capId)!, ...over });
};

const slot = { submission: 1, offer_id: IDS.shared, offer_type: 'shared', state: 'sold' } as const;

export const PLANTED: readonly PlantedFault[] = [
  {
    what: 'a lead that had another e-mail address before',
    plant: (world) => {
      world.lead('refused', { all_identities: [{ kind: 'email', key: 'key-email-another' }] });
    },
    found: ['one-person'],
  },
  {
    what: 'an undecided lead without due_at',
    plant: (world) => {
      without(world, 'queued', 'due_at');
    },
    found: ['undecided-is-due'],
  },
  {
    what: 'an undecided lead long overdue',
    plant: (world) => {
      world.lead('queued', { due_at: ago(world, HOUR) });
    },
    found: ['not-overdue'],
  },
  {
    what: 'an attempt without an end that nobody looks at',
    plant: (world) => {
      const [one] = world.leads.get(LEADS.pending)!.attempts;
      world.lead('pending', { attempts: [{ ...one!, outcome: 'open' }] });
    },
    found: ['attempt-ends'],
  },
  {
    what: 'an open attempt without due_at',
    plant: (world) => {
      const [one] = world.leads.get(LEADS.pending)!.attempts;
      world.lead('pending', { state: 'sending', attempts: [{ ...one!, outcome: 'open' }] });
      without(world, 'pending', 'due_at');
    },
    found: ['attempt-ends', 'undecided-is-due'],
  },
  {
    what: 'a pending effect that nobody applies',
    plant: (world) => {
      world.lead('refused', { pending_effects: [pendingEffectOf(world, ago(world, HOUR))] });
    },
    found: ['effects-applied'],
  },
  {
    what: 'a return request that nobody decides',
    plant: (world) => {
      const decide_by = ago(world, HOUR);
      world.lead('direct', {
        return_requests: [openRequest(ago(world, 2 * HOUR), decide_by)],
        request_due_at: decide_by,
      });
    },
    found: ['request-ends-once'],
  },
  {
    what: 'an open return request whose deadline nobody looks for',
    plant: (world) => {
      world.lead('direct', {
        return_requests: [openRequest(world.now, new Date(world.now.getTime() + HOUR))],
      });
    },
    found: ['request-ends-once'],
  },
  {
    what: 'an accepted return request that is no return',
    plant: (world) => {
      const ended = { at: world.now, outcome: 'accepted', by: 'an operator' } as const;
      world.lead('direct', { return_requests: [{ ...openRequest(ago(world, HOUR), world.now), ended }] });
    },
    found: ['request-ends-once'],
  },
  {
    what: 'a next fallback that nobody stores',
    plant: (world) => {
      const at = ago(world, HOUR);
      world.lead('refused', {
        next_fallback: { lead_id: GONE, offer_id: 'o', submission: 1, at },
        pending_effects: [{ kind: 'fallback', since: at }],
      });
    },
    found: ['effects-applied'],
  },
  {
    what: 'a sold lead that fell back',
    plant: (world) => {
      world.lead('direct', { next_fallback: { lead_id: GONE, offer_id: 'o', submission: 1, at: world.now } });
    },
    found: ['fell-back-unsent'],
  },
  {
    what: 'a decided lead without a decision',
    plant: (world) => {
      without(world, 'refused', 'decision');
    },
    found: ['state-reachable'],
  },
  {
    what: 'a state that there is not',
    plant: (world) => {
      world.lead('refused', { state: 'sold' as 'accepted' });
    },
    found: ['state-reachable', 'undecided-is-due'],
  },
  {
    what: 'an accepted lead that was never sent',
    plant: (world) => {
      world.lead('direct', { attempts: [] });
    },
    found: ['booked-as-sent', 'state-reachable'],
  },
  {
    what: 'an accepted lead that does not say what it was sold for',
    plant: (world) => {
      const { sale: _, ...decision } = world.leads.get(LEADS.direct)!.decision!;
      world.lead('direct', { decision });
    },
    found: ['booked-once'],
  },
  {
    what: 'a request that left after the decision',
    plant: (world) => {
      const entry = (what: string) => ({ at: world.now, what });
      world.lead('direct', { timeline: ['received', 'sent', 'decided', 'sent'].map(entry) });
    },
    found: ['state-reachable'],
  },
  {
    what: 'a sold lead without its claim',
    plant: (world) => {
      world.claims.delete('key-phone-direct');
    },
    found: ['lead-has-claims'],
  },
  {
    what: 'a sold lead without its slot',
    plant: (world) => {
      world.search({ slots: [] });
    },
    found: ['lead-has-slot'],
  },
  {
    what: 'a lead whose search does not exist',
    plant: (world) => {
      world.searches.delete(SEARCH);
    },
    found: ['lead-has-search'],
  },
  {
    what: 'a search open past its end',
    plant: (world) => {
      world.search({ state: 'asking', due_at: ago(world, HOUR) });
    },
    found: ['search-closes'],
  },
  {
    what: 'a slot of a lead that does not exist',
    plant: (world) => {
      world.search({ slots: [...world.searches.get(SEARCH)!.slots, { ...slot, lead: GONE }] });
    },
    found: ['slot-has-lead'],
  },
  {
    what: 'a slot of a sold lead that is only reserved',
    plant: (world) => {
      world.search({
        slots: world.searches.get(SEARCH)!.slots.map((one) => ({ ...one, state: 'reserved' })),
      });
    },
    found: ['slot-has-lead'],
  },
  {
    what: 'two exclusive sales of one search',
    plant: (world) => {
      const [taken] = world.searches.get(SEARCH)!.slots;
      world.lead('direct', { search_id: SEARCH, form: 'A' });
      world.search({ slots: [taken!, { ...taken!, lead: LEADS.direct }] });
    },
    found: ['slots-compatible'],
  },
  {
    what: 'a owner that does not exist',
    plant: (world) => {
      hold(world, 'key-email-nobody', GONE);
    },
    found: ['owner-has-lead'],
  },
  {
    what: 'a owner that was refused and owes nothing',
    plant: (world) => {
      hold(world, 'key-email-refused', LEADS.refused);
    },
    found: ['owner-keeps-claim'],
  },
  {
    what: 'two sales of one identity',
    plant: (world) => {
      sellQueued(world, { identities: testIdentities('direct') });
      change(world, CAP.id, { confirmed: 2, members: [] });
      world.lead('pending', { is_test: false, offer_id: IDS.trueExclusive });
    },
    found: ['sold-once'],
  },
  {
    what: 'two sales of one person at one moment, of offers that match on different kinds',
    plant: (world) => {
      world.lead('sold', { identities: testIdentities('direct') });
      for (const { key } of testIdentities('direct')) hold(world, key, LEADS.sold);
    },
    found: ['sold-once'],
  },
  {
    what: 'a place over the limit',
    plant: (world) => {
      sellQueued(world);
    },
    found: ['cap-kept'],
  },
  {
    what: 'a lead over the limit that is saved until its buyer opens, and was never sent',
    plant: (world) => {
      world.lead('queued', { state: 'saved', runs: 1, due_at: ago(world, -HOUR) });
      for (const { key } of world.leads.get(LEADS.queued)!.identities) hold(world, key, LEADS.queued);
      const members = [LEADS.pending, LEADS.queued].map((id) => reservationIdOf(id, 1));
      change(world, CAP.id, { members });
    },
    found: ['cap-kept'],
  },
  {
    what: 'a ledger that counts a sale too little',
    plant: (world) => {
      change(world, OTHER_CAP.id, { confirmed: 0 });
    },
    found: ['ledger-agrees'],
  },
  {
    what: 'a ledger that counts a sale too much',
    plant: (world) => {
      change(world, CAP.id, { confirmed: 2 });
    },
    found: ['ledger-agrees'],
  },
  {
    what: 'a sale that the ledger counts in another window than that of its attempt',
    plant: (world) => {
      const { intent } = world.leads.get(LEADS.direct)!;
      world.lead('direct', {
        intent: { ...intent!, sold: { at: ago(world, 48 * HOUR), buyer_id: IDS.buyer } },
      });
    },
    found: ['ledger-agrees'],
  },
  {
    what: 'a lead that moved on, without the place of an attempt that may be the sale',
    plant: (world) => {
      const { intent } = world.leads.get(LEADS.pending)!;
      const kept = [{ ...intent!, attempts: 1 }];
      world.lead('pending', { intent: { ...intent!, at: ago(world, -48 * HOUR), not_reserved: true, kept } });
      change(world, CAP.id, { members: [] });
    },
    found: ['ledger-agrees'],
  },
  {
    what: 'a pending lead without its place',
    plant: (world) => {
      change(world, CAP.id, { members: [] });
    },
    found: ['ledger-agrees'],
  },
  {
    what: 'a place of a lead that was refused',
    plant: (world) => {
      change(world, CAP.id, {
        members: [reservationIdOf(LEADS.pending, 1), reservationIdOf(LEADS.refused, 1)],
      });
    },
    found: ['ledger-agrees'],
  },
];
