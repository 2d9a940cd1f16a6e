import { stringify, type Options } from 'csv-stringify/sync';
import { formatCents } from '../../core/catalogue/money.js';

/** An amount of money. It is written as a decimal number, and also a negative one stays a number. */
export interface Amount {
  readonly cents: number;
}

/** One cell. Null and undefined are empty cells. Text that a spreadsheet would run as a formula is defused. */
export type Cell = string | number | Amount | null | undefined;

/**
 * A text that begins like a formula (`=`, `+`, `-`, `@`, a tab or a carriage return) gets a `'` before it, which
 * spreadsheets take as "this is text". Numbers stay numbers.
 */
const OPTIONS: Options = {
  escape_formulas: true,
  record_delimiter: 'unix',
  eof: false,
  cast: {
    object: (value: object) => ({ value: formatCents((value as Amount).cents), escape_formulas: false }),
  },
};

/** Rows as CSV (RFC 4180, commas, UTF-8) without the last line break. Use this for every CSV that Leadkeep writes. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string => stringify([...rows], OPTIONS);

/** Rows are written in chunks of this many. */
const CHUNK = 500;

/** A CSV in chunks, for lists that are too long for memory: each chunk is some whole lines without the last break. */
export async function* csvChunks(
  head: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): AsyncGenerator<string> {
  let some: (readonly Cell[])[] = [head];
  for await (const row of rows) {
    some.push(row);
    if (some.length < CHUNK) continue;
    yield csvRows(some);
    some = [];
  }
  if (some.length > 0) yield csvRows(some);
}

/** The chunks of a CSV as the parts of one text in which each line ends with a break. */
export async function* csvLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield `${chunk}\n`;
}

/** The chunks of a CSV as the parts of one text: a line break stands between them, and none at the end. */
export async function* csvParts(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let before = '';
  for await (const chunk of chunks) {
    yield `${before}${chunk}`;
    before = '\n';
  }
}
