import type { StatementHead, StatementLine, StatementTotals } from '../../core/money/statement.js';

/** A statement with everything that is on its pages. */
export interface PrintableStatement {
  readonly head: StatementHead;
  readonly lines: readonly StatementLine[];
  readonly totals: StatementTotals;
  /** The date in the file: the end of the month, so that it is the same whenever it is printed. */
  readonly dated: Date;
}

/** Lays a statement out as a PDF, in short steps, so that the process serves others meanwhile. */
export type StatementPrinter = (statement: PrintableStatement) => Promise<Buffer>;
