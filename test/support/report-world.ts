import { testAttempt, testSentTo } from './records.js';
import type { Connection } from 'mongoose';
import type { Attempt, LeadRecord } from '../../src/core/lead/lead-record.js';
import type { Entry } from '../../src/core/money/entry.js';
import type { SearchRecord, StoredResult } from '../../src/core/search/search-record.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createBookStore } from '../../src/platform/mongo/money/book-store.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../src/platform/mongo/stores/search-store.js';
import { aLead, aSearch } from './stored-records.js';

/** What `examples/minimal.yaml` sells. */
export const SOLD = {
  affiliate_id: derivedId('affiliate', 'northwind'),
  campaign_id: derivedId('campaign', 'northwind-edu'),
  offer_id: derivedId('offer', 'lakeshore-nursing'),
  buyer_id: derivedId('buyer', 'lakeshore'),
};

/** An attempt at the buyer of `SOLD`. */
export const attempt = (over: Partial<Attempt> = {}): Attempt => ({
  ...testAttempt({
    number: 1,
    submission: 1,
    at: new Date(0),
    timeout_ms: 2_000,
    outcome: 'accepted',
    duration_ms: 120,
  }),
  sent_to: testSentTo(SOLD.buyer_id),
  ...over,
});

type Told = Partial<LeadRecord> & { readonly us_state?: string; readonly subid?: string };

/** A lead of `SOLD` that ended with this code. */
export function toldLead(code: NonNullable<LeadRecord['decision']>['code'], over: Told = {}): LeadRecord {
  const { us_state = 'WI', subid, ...rest } = over;
  const at = over.received_at ?? new Date('2026-10-05T12:00:00Z');
  return aLead({
    ...SOLD,
    received_at: at,
    state: code === 'ACCEPTED' ? 'accepted' : 'rejected',
    decision: {
      ...{ code, at, source: 'service' },
      ...(code === 'ACCEPTED' ? {} : { refusal: { check: 'x', code, why: over.program_id ?? 'day' } }),
    },
    lead: { address: { state: us_state } },
    tracking: { ip_address: '203.0.113.7', ...(subid === undefined ? {} : { subid }) },
    attempts: code === 'ACCEPTED' ? [attempt()] : [],
    ...rest,
  });
}

const result = (offer_id: string): StoredResult =>
  ({
    ...{ id: `result-${offer_id}`, submission: 1, campaign_id: SOLD.campaign_id, offer_id },
    terms: { expires_at: new Date('2026-10-05T23:59:00Z'), offer_type: 'shared' },
  }) as unknown as StoredResult;

/** A search of `SOLD` that showed its offer so often. */
export const toldSearch = (created_at: Date, shown = 1, over: Partial<SearchRecord> = {}): SearchRecord =>
  aSearch({
    affiliate_id: SOLD.affiliate_id,
    campaign_id: SOLD.campaign_id,
    created_at,
    state: 'done',
    results: Array.from({ length: shown }, () => result(SOLD.offer_id)),
    lead: { address: { state: 'WI' } },
    ...over,
  });

/** An entry of the books on a day, for a lead of `SOLD`. */
export const toldEntry = (
  kind: Entry['kind'],
  day: string,
  [buyer_cents, affiliate_cents]: readonly [number | null, number | null],
  over: Partial<Entry> = {},
): Entry => ({
  id: `${kind}:${Math.random()}:0`,
  ...{ kind, day, month: day.slice(0, 7), period: day.slice(0, 7), currency: 'USD', by: 'buyer' },
  at: new Date(`${day}T12:00:00Z`),
  written_at: new Date(`${day}T12:00:01Z`),
  ...{ lead_id: 'gone', buyer_cents, affiliate_cents },
  ...SOLD,
  ...over,
});

export interface ToldRecords {
  readonly leads?: readonly LeadRecord[];
  readonly searches?: readonly SearchRecord[];
  readonly entries?: readonly Entry[];
}

/** Stores records as they are. */
export async function storeTold(
  connection: Connection,
  { leads, searches, entries }: ToldRecords,
): Promise<void> {
  const leadStore = createLeadStore(connection);
  const searchStore = createSearchStore(connection);
  for (const lead of leads ?? []) await leadStore.insert(lead);
  for (const search of searches ?? []) await searchStore.insert(search);
  await createBookStore(connection).write(entries ?? []);
}
