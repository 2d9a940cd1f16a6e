import { VERDICTS, type SettleVerdict } from '../../core/delivery/settle.js';
import { readLeadFile, type LeadRow, type RowIssue } from '../lead-files/read-lead-file.js';

/** One row of a buyer's file. */
export interface SettleRow extends LeadRow {
  readonly verdict: SettleVerdict;
  /** The reason in the words of the buyer. */
  readonly reason?: string;
}

/** Reads a buyer's CSV file with the columns `outcome` and, optionally, `reason`. */
export const readSettleFile = (text: string): { rows: SettleRow[]; faults: RowIssue[] } =>
  readLeadFile<SettleRow>(text, {
    required: ['outcome'],
    optional: ['reason'],
    read({ outcome = '', reason = '' }, row) {
      const verdict = VERDICTS.find((each) => each === outcome.toLowerCase());
      if (!verdict) return `the outcome is "${outcome}", and must be accepted or rejected`;
      return { ...row, verdict, ...(reason === '' ? {} : { reason }) };
    },
  });
