import { KINDS_OF_ATTEMPTS, type Exchange } from '../../core/exchanges/exchange.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { maskExchange } from '../../core/masking/mask-exchange.js';
import type { ExchangeStore } from '../ports/exchange-store.js';

export interface ReadExchangePorts {
  readonly exchanges: Pick<ExchangeStore, 'ofRecord'>;
}

type OfLead = Pick<LeadRecord, 'id' | 'search_id' | 'attempts' | 'lead'>;

/**
 * Requests and answers about a lead, and about the search that it came from, oldest first. `attempt`: only those of
 * one attempt. Throws on an outage.
 */
export async function exchangesOfLead(
  { exchanges }: ReadExchangePorts,
  lead: OfLead,
  attempt?: number,
): Promise<Exchange[]> {
  const own = (await exchanges.ofRecord({ of: 'lead', record_id: lead.id })).map((one) => ({
    ...one,
    n: one.kind === 'callback' ? attemptBefore(lead, one) : one.n,
  }));
  if (attempt !== undefined)
    return own.filter(({ kind, n }) => n === attempt && KINDS_OF_ATTEMPTS.includes(kind));
  const searched =
    lead.search_id === undefined ? [] : await exchanges.ofRecord({ of: 'search', record_id: lead.search_id });
  return [...searched, ...own].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** A callback is about the attempt that was under way; it does not say so itself. */
const attemptBefore = ({ attempts }: OfLead, { round, at }: Exchange): number =>
  attempts.findLast((attempt) => attempt.round === round && attempt.at <= at)?.n ?? 0;

/** The same without personal data. */
export const maskedExchanges = (
  exchanges: readonly Exchange[],
  { lead }: Pick<LeadRecord, 'lead'>,
): Exchange[] => exchanges.map((one) => maskExchange(one, lead));
