import type { ReportedEntry, ReportedLead, ReportedSearch } from '../../core/reports/counted-records.js';

/** From the first moment to the first moment after it. */
export interface Between {
  readonly from: Date;
  readonly to: Date;
}

/** Reads what reports count. Test leads and test searches are left out, and count in no limit. Throws on an outage. */
export interface ReportReader {
  /** The leads that were received between two moments, in any order. At most `most` are read. One command. */
  leads(between: Between, most: number): AsyncIterable<ReportedLead>;
  /** The searches that were created between two moments, in any order. At most `most` are read. One command. */
  searches(between: Between, most: number): AsyncIterable<ReportedSearch>;
  /**
   * The entries of these days of the accounting zone, both included. `withStates` also reads the US state of their
   * leads, in one more command for each thousand entries.
   */
  entries(firstDay: string, lastDay: string, withStates: boolean): AsyncIterable<ReportedEntry>;
}
