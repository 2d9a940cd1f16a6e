import type { LeadRecord } from '../lead/lead-record.js';
import { entryIdOf, subidsOf, type Entry, type UnbookedEntry } from './entry.js';

/**
 * The members of a lead that complete its entries. Once the lead is accepted, it may only lose its subids with its labels, and
 * get the reference that its buyer sends late (`lateReference`). An entry that is written already keeps none then.
 */
export type BookedLead = Pick<
  LeadRecord,
  'id' | 'affiliate_id' | 'campaign_id' | 'offer_id' | 'program_id' | 'reference' | 'external_id'
> & { readonly tracking?: Readonly<Record<string, unknown>> };

/** Where and when an entry is written: its calendar, its period and the currency of the books. */
export type Written = Pick<Entry, 'day' | 'month' | 'period' | 'written_at' | 'currency'>;

/** The entry that an unbooked entry becomes when it is written. */
export function entryOf(lead: BookedLead, unbooked: UnbookedEntry, written: Written): Entry {
  const { kind: _, what, number: _number, since, ...rest } = unbooked;
  const { affiliate_id, campaign_id, offer_id, program_id, reference, external_id } = lead;
  const subids = subidsOf(lead.tracking ?? {});
  return {
    id: entryIdOf(lead.id, unbooked),
    ...{ ...written, kind: what, at: since },
    ...rest,
    ...{ lead_id: lead.id, affiliate_id, campaign_id, offer_id },
    ...(program_id === undefined ? {} : { program_id }),
    ...(reference === undefined ? {} : { reference }),
    ...(external_id === undefined ? {} : { external_id }),
    ...(subids === undefined ? {} : { subids }),
  };
}
