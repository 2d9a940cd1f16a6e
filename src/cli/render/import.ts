import { formatCents } from '../../core/catalogue/money.js';
import type { PlannedSale } from '../../app/money/plan-import.js';
import { renderTable } from './table.js';

/** The sums of an import by month. */
export function renderImport(sales: readonly PlannedSale[]): string {
  const months = [...new Set(sales.map(({ month }) => month))].sort();
  return renderTable(
    ['month', 'sales', 'buyers owe', 'we owe affiliates', 'no price', 'no payout'],
    months.map((month) => {
      const own = sales.filter((sale) => sale.month === month).map(({ sale }) => sale);
      const sum = (side: 'buyer_cents' | 'affiliate_cents'): string =>
        formatCents(own.reduce((cents, sale) => cents + (sale[side] ?? 0), 0));
      const nulls = (side: 'buyer_cents' | 'affiliate_cents'): string =>
        String(own.filter((sale) => sale[side] === null).length);
      return [
        ...[month, String(own.length), sum('buyer_cents'), sum('affiliate_cents')],
        ...[nulls('buyer_cents'), nulls('affiliate_cents')],
      ];
    }),
  );
}
