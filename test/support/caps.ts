import type { Cap } from '../../src/core/catalogue/types.js';
import type { CountedLead } from '../../src/core/caps/counted-leads.js';
import type { CapBucket } from '../../src/core/caps/windows.js';
import { IDS } from './catalogue.js';

/** A daily cap of an offer in New York, limit 5. */
export const testCap = (over: Partial<Cap> = {}): Cap => ({
  id: 'cap-1',
  scope: 'offer',
  window: 'day',
  limit: 5,
  time_zone: 'America/New_York',
  ...over,
});

/** A place whose window ends a day from now, so that Redis keeps it for the test. */
export const testPlace = (over: Partial<Cap> = {}, window = 'today'): CapBucket => ({
  cap: testCap(over),
  window,
  resets_at: new Date(Date.now() + 86_400_000),
});

/** A lead of the shared offer as the ledger counts it, without an intent. */
export const countedLead = (over: Partial<CountedLead> = {}): CountedLead => ({
  id: 'lead-1',
  submission: 1,
  state: 'queued',
  is_test: false,
  offer_id: IDS.shared,
  campaign_id: IDS.campaign,
  pending_effects: [],
  attempts: [],
  ...over,
});
