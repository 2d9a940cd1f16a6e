import { formatCents } from '../../core/catalogue/money.js';
import type { Entry } from '../../core/money/entry.js';
import type { Names } from '../../core/catalogue/names-of.js';
import { renderTable } from './table.js';

/** Entries for a terminal: what you need to find the rest. Empty amounts: nothing was configured. */
export const renderEntries = (entries: readonly Entry[], names: Names): string =>
  renderTable(
    ['day', 'period', 'kind', 'lead', 'buyer', 'price', 'affiliate', 'payout', 'by', 'reference', 'reason'],
    entries.map((entry) => [
      ...[entry.day, entry.period, entry.kind, entry.lead_id ?? ''],
      ...[entry.buyer_id === undefined ? '' : names(entry.buyer_id), text(entry.buyer_id, entry.buyer_cents)],
      entry.affiliate_id === undefined ? '' : names(entry.affiliate_id),
      text(entry.affiliate_id, entry.affiliate_cents),
      ...[entry.by, entry.own_reference ?? entry.reference ?? '', entry.why ?? entry.reason ?? ''],
    ]),
  );

/** A side that is not concerned has no party. */
const text = (party: string | undefined, cents: number | null): string =>
  party === undefined || cents === null ? '' : formatCents(cents);
