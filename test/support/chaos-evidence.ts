import type { Attempt } from '../../src/core/lead/lead-record.js';
import { testAttempt } from './records.js';
import { AS_PLANNED, type CatalogueState, type InForce } from '../../chaos/plan/catalogue-state.js';
import { planOffers } from '../../chaos/plan/offers.js';
import { CAMPAIGN_IDS } from '../../chaos/plan/catalogue.js';
import { BEHIND_MS, type Evidence, type StoredLead, type Struck } from '../../chaos/verdicts/evidence.js';
import { judge } from '../../chaos/verdicts/judge.js';
import type { Received } from '../../sandbox/memory.js';

export const SUBMITS = 1_000;
export const NOON = Date.parse('2026-11-21T12:00:00Z');
export const AS_APPLIED: InForce = { from: new Date(NOON), by: new Date(NOON), state: AS_PLANNED };
export const later = (seconds: number): Date => new Date(NOON + seconds * 1_000);

export interface Sold {
  readonly id: string;
  readonly offer?: string;
  readonly person?: string;
  readonly phone?: string;
  readonly state?: string;
  readonly answer?: string;
  readonly taken?: boolean;
  readonly search?: string;
  readonly at?: number;
  readonly lead?: Partial<StoredLead>;
  readonly decided_by?: string;
}

export const buyerOf = (offer: string): string => offer.replace(/-\d$/, '');

export function storedLead({ id, state = 'accepted', search, lead }: Sold): StoredLead {
  return {
    _id: id,
    state,
    offer_id: 'an offer',
    offer_handle: 'summit-0',
    campaign_id: CAMPAIGN_IDS[0],
    received_at: later(0),
    lead: {},
    pending_effects: [],
    attempts: [],
    timeline: [],
    idempotency: [{ key: `key-${id}` }],
    ...(search === undefined ? {} : { search_id: search }),
    ...lead,
  };
}

export const received = ({
  id,
  offer = 'summit-0',
  answer = 'accepted',
  taken = true,
  ...who
}: Sold): Received => ({
  n: 1,
  at: later(who.at ?? 1).toISOString(),
  party: buyerOf(offer),
  what: 'lead',
  decided_by: who.decided_by ?? '',
  idempotency_key: id,
  reference: `ref-${id}`,
  program: 'day',
  answer,
  status: 200,
  headers: {},
  taken,
  again: false,
  body: {
    offer: { handle: offer },
    lead: {
      personal: {
        email: `${who.person ?? id}@chaos.example`,
        phone: who.phone ?? `phone of ${who.person ?? id}`,
      },
    },
  },
});

/** A catalogue that was in force after so many seconds, for certain a second later. */
export const since = (seconds: number, over: Partial<CatalogueState>): InForce => ({
  from: later(seconds),
  by: later(seconds + 1),
  state: { ...AS_PLANNED, ...over },
});
export const LONG_AFTER = 10 + BEHIND_MS / 1_000 + 5;
export const changedTo = (over: Partial<CatalogueState>): Partial<Evidence> => ({
  history: [AS_APPLIED, since(10, over)],
});
/** Received and sold at a moment. */
export const soldAt = (id: string, at: number, over: Partial<Sold> = {}): Sold => ({
  id,
  offer: 'summit-1',
  at: at + 1,
  ...over,
  lead: { received_at: later(at), ...over.lead },
});
export const fault = (kind: Struck['kind'], what: string, from: number, until: number): Struck => ({
  ...{ kind, what },
  from: later(from),
  until: later(until),
});
export const tried = (at: number, outcome: Attempt['outcome'] = 'unknown') => ({
  attempts: [testAttempt({ at: later(at), timeout_ms: 5_000, outcome })],
});
export const SETTLED = { timeline: [{ at: later(9), what: 'settled' }] };

/** Leads as we have them and as the sandbox received them, each acknowledged with its state. */
export function evidence(sold: readonly Sold[], over: Partial<Evidence> = {}): Evidence {
  return {
    leads: new Map(sold.map((one) => [one.id, storedLead(one)])),
    searches: new Set(['s1']),
    received: sold.map(received),
    acknowledged: sold.map(({ id, state = 'accepted' }) => ({
      key: `key-${id}`,
      email: '',
      form: 'B',
      answers: [
        { lead_id: id, code: state === 'accepted' ? 'ACCEPTED' : 'PENDING', status: state, http: 200 },
      ],
    })),
    acknowledgedSearches: new Set(['s1']),
    entries: [],
    acknowledgedEntries: new Set(),
    stages: new Set(),
    acknowledgedStages: new Set(),
    withoutConsent: new Set(),
    history: [AS_APPLIED],
    struck: [],
    ...over,
  };
}

export const rulesIn = (found: Evidence): string[] => [
  ...new Set(judge(found, SUBMITS).violations.map(({ rule }) => rule)),
];

export const answered = (lead_id: string, code: string) => ({ lead_id, code, status: '', http: 200 });
export const ofKey = (...answers: ReturnType<typeof answered>[]) => [
  { key: 'key-a', email: '', form: 'B' as const, answers },
];
export const many = (count: number, of: Partial<Sold>): Sold[] =>
  Array.from({ length: count }, (_, n) => ({ ...of, id: `lead-${n}` }));
export const limitOf = (offer: string): number =>
  planOffers(SUBMITS).find(({ handle }) => handle === offer)?.caps[0]?.limit ?? 0;

export function held(offer: string): Sold {
  return { id: 'held', offer, state: 'saved', lead: { due_at: later(100_000) } };
}

/** Each of these offers below its own limits, its buyer over its own. */
export const TOO_MANY_FOR_HARBOR = Object.entries({ 1: 18, 2: 25, 3: 12, 4: 8, 5: 18 }).flatMap(
  ([n, count]) => many(count, { offer: `harbor-${n}` }).map((one) => ({ ...one, id: `${n}-${one.id}` })),
);
