import { bookedSale } from './returns.js';
import { reservationIdOf } from '../../src/core/caps/cap-buckets.js';
import { windowOf } from '../../src/core/caps/windows.js';
import type { Cap, Catalogue, DuplicatePolicy } from '../../src/core/catalogue/types.js';
import type { LedgerBucket } from '../../src/core/invariants/records.js';
import type { ClaimedIdentity } from '../../src/core/duplicates/claim-owner.js';
import type { Attempt, AttemptOutcome, LeadRecord } from '../../src/core/lead/lead-record.js';
import type { SearchRecord } from '../../src/core/search/search-record.js';
import { testCap } from './caps.js';
import { IDS, testCatalogue } from './catalogue.js';
import { testIdentities, testLead, testSearch, testAttempt } from './records.js';

/** Records in which every promise is kept, for tests that break one. All may be changed in place. */
export interface SoundWorld {
  readonly now: Date;
  readonly catalogue: Catalogue;
  readonly leads: Map<string, LeadRecord>;
  readonly searches: Map<string, SearchRecord>;
  readonly claims: Map<string, ClaimedIdentity>;
  readonly places: Map<string, LedgerBucket>;
  /** Changes one lead. */
  lead(name: LeadName, over: Partial<LeadRecord>): void;
  search(over: Partial<SearchRecord>): void;
}

export const LEADS = {
  sold: '20000000-0000-4000-8000-000000000001',
  direct: '20000000-0000-4000-8000-000000000002',
  pending: '20000000-0000-4000-8000-000000000003',
  refused: '20000000-0000-4000-8000-000000000004',
  queued: '20000000-0000-4000-8000-000000000005',
} as const;
export type LeadName = keyof typeof LEADS;
export const SEARCH = '10000000-0000-4000-8000-000000000001';

/** As `compileCatalogue` names an offer's cap. */
function capId(offer: string, window: string): string {
  return ['offer', offer, window, 'America/New_York'].map(encodeURIComponent).join('/');
}

/** Two of its places are used: a sold and a pending one. The cap of the offer that `sold` went to has one. */
export const CAP: Cap = testCap({ id: capId(IDS.shared, 'day'), limit: 2 });
export const OTHER_CAP: Cap = testCap({
  id: capId(IDS.exclusive, 'total'),
  window: 'total',
  limit: 5,
});

const MINUTE_MS = 60_000;
const SALE = bookedSale();

/** Two offers of one buyer may look at different parts of a person. */
const byBuyer = (kind: 'email' | 'phone'): DuplicatePolicy => ({
  match: [kind],
  window_days: 30,
  scope: 'buyer',
});

/** A sale from a search, a direct sale, a pending, a refused and a queued lead, an hour before `now`. */
export function soundWorld(now: Date): SoundWorld {
  const at = new Date(now.getTime() - 60 * MINUTE_MS);
  const catalogue = testCatalogue({
    offers: {
      [IDS.shared]: { caps: [CAP], duplicates: byBuyer('email') },
      [IDS.exclusive]: { caps: [OTHER_CAP], duplicates: byBuyer('phone') },
    },
  });
  const leads = new Map(leadsAt(at, now).map((lead) => [lead.id, lead]));
  const search = testSearch({
    id: SEARCH,
    created_at: at,
    closes_at: new Date(at.getTime() + 45_000),
    state: 'done',
    slots: [
      { lead: LEADS.sold, submission: 1, offer_id: IDS.exclusive, offer_type: 'exclusive', state: 'sold' },
    ],
  });
  const { due_at: _due, ...done } = search;
  const searches = new Map<string, SearchRecord>([[SEARCH, done]]);
  const place = (cap: Cap, confirmed: number, members: string[]): [string, LedgerBucket] => [
    cap.id,
    { cap_id: cap.id, window: windowOf(cap, at).window, confirmed, members },
  ];
  return {
    now,
    catalogue,
    leads,
    searches,
    claims: new Map([...claimsOf(leads.values(), at)].map((claim) => [claim.key, claim])),
    places: new Map([place(CAP, 1, [reservationIdOf(LEADS.pending, 1)]), place(OTHER_CAP, 1, [])]),
    lead(name, over) {
      const lead = leads.get(LEADS[name]);
      if (lead) leads.set(lead.id, { ...lead, ...over });
    },
    search(over) {
      searches.set(SEARCH, { ...done, ...over });
    },
  };
}

const attempt = (at: Date, outcome: AttemptOutcome): Attempt =>
  testAttempt({
    number: 1,
    submission: 1,
    at,
    timeout_ms: 2_000,
    outcome,
  });

function leadsAt(at: Date, now: Date): LeadRecord[] {
  const common = {
    received_at: at,
    first_due_at: at,
    runs: 1,
    intent: { at, submission: 1, buyer_id: IDS.buyer },
  };
  const of = (name: LeadName, over: Partial<LeadRecord>): LeadRecord => {
    const { due_at: _due, ...lead } = testLead({
      ...common,
      id: LEADS[name],
      identities: testIdentities(name),
    });
    return { ...lead, ...over };
  };
  const sold = {
    state: 'accepted',
    attempts: [attempt(at, 'accepted')],
    decision: { code: 'ACCEPTED', at, source: 'buyer', sale: SALE },
  } as const;
  return [
    of('sold', { ...sold, form: 'A', search_id: SEARCH, offer_id: IDS.exclusive }),
    of('direct', sold),
    of('pending', {
      state: 'pending',
      attempts: [attempt(at, 'pending')],
      due_at: new Date(now.getTime() + MINUTE_MS),
      pending_since: at,
    }),
    of('refused', {
      state: 'rejected',
      decision: {
        code: 'NOT_ELIGIBLE',
        at,
        source: 'service',
        refusal: { check: 'eligibility', code: 'NOT_ELIGIBLE', why: 'state' },
      },
    }),
    of('queued', { state: 'queued', runs: 0, due_at: now }),
  ];
}

/** What these leads must hold. */
function* claimsOf(leads: Iterable<LeadRecord>, at: Date): Generator<ClaimedIdentity> {
  for (const { id, state, identities, offer_id, affiliate_id } of leads)
    if (state === 'accepted' || state === 'pending')
      for (const { key } of identities)
        yield {
          key,
          owners: [
            { lead: id, affiliate: affiliate_id, submission: 1, offer: offer_id, buyer: IDS.buyer, at },
          ],
        };
}
