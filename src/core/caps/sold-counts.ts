import { compact } from '../catalogue/compact.js';
import { isFinal } from '../lead/lead-states.js';
import { effectsOf } from '../lead/pending-effect.js';
import type { CountedLead, SoldCount, SoldInQuarter } from './counted-leads.js';

/**
 * What a lead is to a count: `open` while it is undecided or owes what happens to its reservations, because it must be counted by itself
 * then; what it sold; or undefined if it holds nothing. The last two stay as they are.
 */
export function settledAs(lead: CountedLead): SoldCount | 'open' | undefined {
  const { state, intent, submission } = lead;
  if (lead.is_test) return undefined;
  if (!isFinal(state) || effectsOf(lead, 'reservations').length > 0) return 'open';
  if (state !== 'accepted') return undefined;
  if (!intent || intent.submission !== submission) return 'open';
  const { campaign_id, offer_id, program_id } = lead;
  const buyer_id = intent.sold?.buyer_id ?? intent.buyer_id;
  return { campaign_id, offer_id, buyer_id, ...compact({ program_id, at: intent.sold?.at }), count: 1 };
}

/** Adds up the counts of equal sales, of whichever quarters. */
export function sumSold(lines: Iterable<SoldCount & Partial<SoldInQuarter>>): SoldCount[] {
  const sums = new Map<string, SoldCount>();
  for (const { quarter: _, ...line } of lines) {
    const name = JSON.stringify([line.campaign_id, line.offer_id, line.program_id, line.buyer_id, line.at]);
    sums.set(name, { ...line, count: line.count + (sums.get(name)?.count ?? 0) });
  }
  return [...sums.values()];
}
