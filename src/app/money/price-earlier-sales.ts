import { reachedAttempt } from '../../core/delivery/attempt.js';
import { saleEntry, soldFor } from '../../core/money/sale-entry.js';
import { rememberBuyers } from '../submit/remember-buyers.js';
import type { WorkPorts } from '../ports/work-ports.js';

const BATCH = 500;
const DAYS_BACK_MS = 2 * 86_400_000;

/**
 * Books sales that a former build decided after the books began, while both builds ran side by side. That build stores
 * no sale with its decision. The amounts are the attempt's if this build made the attempt. Else no price is known, and
 * the buyer's amount is null. Returns how many sales it found.
 */
export async function priceEarlierSales(
  ports: Pick<WorkPorts, 'leads' | 'books' | 'buyerHistory' | 'clock'>,
): Promise<number> {
  const { begun_at } = await ports.books.head();
  if (!begun_at) return 0;
  const recently = new Date(ports.clock().getTime() - DAYS_BACK_MS);
  const found = await ports.leads.soldUnpriced(begun_at > recently ? begun_at : recently, BATCH);
  for (const lead of found) {
    const { attempts, round, decision } = await rememberBuyers(lead, ports.buyerHistory);
    if (!decision) continue;
    const attempt = reachedAttempt({ attempts, round });
    const sale = soldFor({ lead, attempt, payout_cents: decision.payout_cents });
    await ports.leads.oweSale(lead.id, sale, saleEntry(sale, decision.at, decision.source ?? 'buyer'));
  }
  return found.length;
}
