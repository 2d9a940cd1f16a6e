import Table from 'cli-table3';

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** Columns under their names, without lines and colours, so that it can be read by people and by `awk`. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  indent = '',
): string {
  const table = new Table({
    head: head.map((name) => name.toUpperCase()),
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  table.push(...rows.map((row) => row.map(oneLine)));
  return table
    .toString()
    .split('\n')
    .map((line) => indent + line.trimEnd())
    .join('\n');
}

/** Names and values beside each other; those without a value are left out. */
export function renderPairs(pairs: readonly (readonly [name: string, value: string | undefined])[]): string {
  const shown = pairs.filter((pair): pair is [string, string] => pair[1] !== undefined);
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `  ${name.padEnd(width)}  ${oneLine(value)}`).join('\n');
}

/**
 * Stored text may come from callers and buyers: nothing in it may move the cursor or colour a terminal.
 */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '�');
