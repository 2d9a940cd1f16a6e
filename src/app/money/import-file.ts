import { centsOf } from '../../core/catalogue/money.js';
import { readLeadFile, type LeadRow } from '../lead-files/read-lead-file.js';

/** One row of a reviewed file. Null: the amount is not known. */
export interface ImportRow extends LeadRow {
  /** The handle of the buyer. */
  readonly buyer: string;
  readonly price_cents: number | null;
  readonly payout_cents: number | null;
}

/** The columns of the file that `leadkeep books import --propose` writes. Others than these are for the reviewer. */
export const IMPORT_COLUMNS = ['buyer', 'price', 'payout'] as const;

/** Reads a reviewed file: `id`, `buyer`, `price`, `payout`. An empty amount is null. */
export const readImportFile = (text: string) =>
  readLeadFile<ImportRow>(text, {
    required: IMPORT_COLUMNS,
    optional: [],
    read: ({ buyer = '', price = '', payout = '' }, row) => {
      if (row.id === undefined) return 'there is no id';
      if (row.submission !== undefined)
        return 'the id names a submission, and must be that of the lead alone';
      if (buyer === '') return 'there is no buyer';
      const price_cents = amountOf(price);
      const payout_cents = amountOf(payout);
      if (price_cents === undefined) return wrongAmount('price', price);
      if (payout_cents === undefined) return wrongAmount('payout', payout);
      return { ...row, buyer, price_cents, payout_cents };
    },
  });

function amountOf(text: string): number | null | undefined {
  if (text === '') return null;
  // Of the digits as they are written: 42.4999999999999999 is no 42.50.
  return /^\d+(\.\d{1,2}0*)?$/.test(text) ? centsOf(Number(text)) : undefined;
}

const wrongAmount = (name: string, text: string): string =>
  `the ${name} is "${text}", and must be empty or an amount like 42.50 with at most two decimals`;
