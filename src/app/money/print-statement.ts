import { monthEnd } from '../../core/money/period.js';
import { sumLines, type StatementLine } from '../../core/money/statement.js';
import { ActRefused } from '../act-refused.js';
import type { StatementPrinter } from '../ports/statement-printer.js';
import type { Statement } from './open-statement.js';

/** Some 500 pages, and a few seconds of one processor. */
const MAX_LINES = 20_000;

/** The statement as a PDF. Throws ActRefused if it has too many lines for one. */
export async function statementPdf(print: StatementPrinter, { head, lines }: Statement): Promise<Buffer> {
  const all: StatementLine[] = [];
  const sums = sumLines();
  for await (const line of lines) {
    if (all.length === MAX_LINES)
      throw new ActRefused(
        'conflict',
        'The statement has more than 20,000 lines, the most that a PDF can have: take the CSV instead',
      );
    all.push(line);
    sums.add(line);
  }
  const dated = monthEnd(head.month, head.time_zone);
  return print({ head, lines: all, totals: sums.totals(), dated });
}
