import { CsvError, parse } from 'csv-parse/sync';

/** A row of a list: its first line in the file, its last, and its cells. */
export interface ListRow {
  readonly line: number;
  readonly last: number;
  readonly cells: readonly string[];
  /** The lines of a cell in quotation marks that has line breaks, but for the first: each might be a row of its own. */
  readonly inner: readonly string[];
}

/** A cell with more lines than these is a quotation mark that nobody closed. */
const MOST_LINES = 50;

const SEPARATORS: readonly string[] = [',', ';', '\t'];

/** What Excel writes in the first line to name the separator. */
export const SEPARATOR_LINE = /^\uFEFF?"?sep=(.)"?$/i;

/**
 * The rows of a list of values that may be no clean CSV: cells are separated by commas, semicolons or tabs, or as a first line
 * like `sep=|` says. A quotation mark that can't be read is left out, and so is a line with nothing.
 */
export async function* listRows(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<ListRow> {
  let separators = SEPARATORS;
  let line = 0;
  let open: string[] = [];
  const bare = (): ListRow[] =>
    open.map((text, at) => {
      const own = line - open.length + 1 + at;
      return { line: own, last: own, cells: split(text.replaceAll('"', ''), separators), inner: [] };
    });
  for await (const text of lines) {
    line += 1;
    const named = line === 1 ? SEPARATOR_LINE.exec(text)?.[1] : undefined;
    if (named !== undefined) {
      separators = [named];
      continue;
    }
    open.push(line === 1 ? text.replace(/^\uFEFF/, '') : text);
    const cells = cellsOf(open, separators);
    if (cells === 'open' && open.length < MOST_LINES) continue;
    if (Array.isArray(cells)) {
      const [first, ...inner] = open;
      if (first !== '') yield { line: line - inner.length, last: line, cells, inner };
    } else yield* bare();
    open = [];
  }
  yield* bare();
}

const split = (text: string, separators: readonly string[]): string[] => {
  const [first = ',', ...others] = separators;
  return others
    .reduce((left, other) => left.replaceAll(other, first), text)
    .split(first)
    .map((cell) => cell.trim());
};

/** `open`: the last cell goes on in the next line. Undefined: the quotation marks can't be read. */
function cellsOf(lines: readonly string[], separators: readonly string[]): string[] | 'open' | undefined {
  const [only = ''] = lines;
  if (lines.length === 1 && !only.includes('"')) return split(only, separators);
  try {
    const [cells = []] = parse(lines.join('\n'), {
      // These lines are one row, so nothing in them ends it.
      ...{ delimiter: [...separators], record_delimiter: ['\0'], relax_quotes: true, trim: true },
    });
    return cells;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open' : undefined;
  }
}
