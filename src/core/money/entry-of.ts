import type { LeadRecord } from '../lead/lead-record.js';
import { entryIdOf, subidsOf, type Entry, type OwedEntry } from './entry.js';

/** The members of a lead that complete its entries. They do not change once the lead is accepted. */
export type BookedLead = Pick<
  LeadRecord,
  'id' | 'affiliate_id' | 'campaign_id' | 'offer_id' | 'program_id' | 'reference' | 'tracking'
>;

/** Where and when an entry is written: its calendar and its period. */
export type Written = Pick<Entry, 'day' | 'month' | 'period' | 'written_at'>;

/** The entry that an owed entry becomes when it is written. */
export function entryOf(lead: BookedLead, owed: OwedEntry, written: Written): Entry {
  const { n: _, ...rest } = owed;
  const { affiliate_id, campaign_id, offer_id, program_id, reference } = lead;
  const subids = subidsOf(lead.tracking);
  return {
    id: entryIdOf(lead.id, owed),
    ...rest,
    ...written,
    ...{ lead_id: lead.id, affiliate_id, campaign_id, offer_id },
    ...(program_id === undefined ? {} : { program_id }),
    ...(reference === undefined ? {} : { reference }),
    ...(subids === undefined ? {} : { subids }),
  };
}
