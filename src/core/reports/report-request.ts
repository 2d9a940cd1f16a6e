import { DateTime } from 'luxon';
import type { Dimension } from './dimensions.js';
import type { Range } from './ranges.js';

/** A report as it was asked for, in words: names of the catalogue, not ids. */
export interface ReportRequest {
  /** The first and the last day, both included: `2026-10-01`. */
  readonly from?: string;
  readonly to?: string;
  /** Days that move with the calendar, instead of a first and a last one. */
  readonly range?: Range;
  /** An IANA time zone. Absent: the accounting zone. */
  readonly zone?: string;
  /** Names of dimensions. Empty: only the total. */
  readonly by: readonly string[];
  /** `affiliate=acme`: only what belongs to it. */
  readonly only: readonly string[];
  /** The name of a column or of a group. Absent: in the order of the groups if one is time, else most submits first. */
  readonly sort?: string;
  /** Each row also has the columns of the period before. */
  readonly compare?: 'previous';
}

/** A report can't be made as it was asked for. The message is one sentence for the person who asked. */
export class ReportRefused extends Error {
  override readonly name = 'ReportRefused';
}

/** Whether this is a day of the calendar, like `2026-10-31`. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid;

/** The dimensions that may stand beside `subid`, which has a rollup of its own. */
export const WITH_SUBID: readonly Dimension[] = ['day', 'hour', 'affiliate', 'subid'];
