import { leadReference, searchReference } from '../../core/exchanges/about.js';
import { KINDS_OF_ATTEMPTS, OF_NONE, type Exchange } from '../../core/exchanges/exchange.js';
import type { LeadData } from '../../core/lead/lead-data.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { maskExchange } from '../../core/masking/mask-exchange.js';
import type { ExchangeStore } from '../ports/exchange-store.js';

export interface ReadExchangePorts {
  readonly exchanges: Pick<ExchangeStore, 'ofRecord'>;
}

type OfLead = Pick<LeadRecord, 'id' | 'search_id' | 'search_run' | 'attempts' | 'forgotten'>;

/**
 * Requests and answers about a lead, and about the run of the search whose data it has, oldest first. A lead without its
 * person has none of its search, which may keep them longer. `attempt`: only those of one attempt. Throws on an outage.
 */
export async function exchangesOfLead(
  { exchanges }: ReadExchangePorts,
  lead: OfLead,
  attempt?: number,
): Promise<Exchange[]> {
  const own = (await exchanges.ofRecord(leadReference(lead.id))).map((one) => ({
    ...one,
    number: one.kind === 'callback' ? attemptBefore(lead, one) : one.number,
  }));
  if (attempt !== undefined)
    return own.filter(({ kind, number }) => number === attempt && KINDS_OF_ATTEMPTS.includes(kind));
  const searched =
    lead.search_id === undefined || lead.forgotten
      ? []
      : await exchanges.ofRecord(searchReference(lead.search_id), lead.search_run);
  return [...searched, ...own].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** A callback is about the attempt that was under way; it does not say so itself. */
const attemptBefore = ({ attempts }: OfLead, { submission_or_run: part, at }: Exchange): number =>
  attempts.findLast((attempt) => attempt.submission === part && attempt.at <= at)?.number ?? 0;

/** A record whose exchanges are shown. `received_at`: of a lead, its present submission. */
export interface Shown {
  readonly id: string;
  /** Of a lead. */
  readonly submission?: number;
  /** Of a search. */
  readonly run?: number;
  readonly lead: LeadData;
  readonly received_at?: Date;
}

/**
 * The same without personal data. Of an earlier submission or run no name of a member is shown: its data are not there any
 * more, so nobody can tell which names hold personal data.
 */
export const maskedExchanges = (exchanges: readonly Exchange[], record: Shown): Exchange[] =>
  exchanges.map((one) => maskExchange(one, isOfPresent(record, one) ? record.lead : undefined));

function isOfPresent({ id, submission, run, received_at = new Date(0) }: Shown, one: Exchange): boolean {
  // Those of a lead's search are of the run whose data it has.
  if (one.record_id !== id) return true;
  return one.submission_or_run === OF_NONE
    ? one.at >= received_at
    : one.submission_or_run === (submission ?? run);
}
