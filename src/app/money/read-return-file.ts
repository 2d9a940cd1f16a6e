import { readLeadFile, type LeadRow, type RowIssue } from '../lead-files/read-lead-file.js';

/** One row of a buyer's file of returns. */
export interface ReturnRow extends LeadRow {
  /** The code of the reason. */
  readonly reason: string;
}

/** Reads a buyer's CSV file with the column `reason`. */
export const readReturnFile = (text: string): { rows: ReturnRow[]; faults: RowIssue[] } =>
  readLeadFile<ReturnRow>(text, {
    required: ['reason'],
    optional: [],
    read: ({ reason = '' }, row) => (reason === '' ? 'there is no reason' : { ...row, reason }),
  });
