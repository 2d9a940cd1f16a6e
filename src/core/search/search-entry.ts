import type { PartnerAsk } from './search-record.js';

interface At {
  readonly at: Date;
}

/** All kinds of a search's timeline entries, with the data of each. No decision depends on `reason`. */
export type SearchEntry =
  | (At & { readonly what: 'received' | 'received_again' })
  | (At & {
      readonly what: 'evaluated';
      readonly reason: {
        readonly run: number;
        readonly returned: number;
        readonly partners: number;
        readonly offers: number;
      };
    })
  | PartnerEntry
  | (At & {
      readonly what: 'closed';
      readonly reason: { readonly why: 'all answered' | 'open time is over' };
    });

/** The entry of an answer that was in time when it came, and was not when it was written. */
export const lateEntry = (entry: SearchEntry): SearchEntry =>
  entry.what === 'partner' ? { ...entry, outcome: 'late' } : entry;

export type PartnerEntry = At & {
  readonly what: 'partner';
  readonly offer_id: string;
  readonly outcome: Exclude<PartnerAsk['state'], 'asked'>;
  readonly reason:
    | {
        readonly results: number;
        readonly faults: readonly string[];
        readonly duration_ms: number;
        /** Programs that the partner named and the lead may not take, each with the rule. Absent: none. */
        readonly programs_out?: readonly string[];
      }
    | { readonly detail: string; readonly duration_ms: number };
};
