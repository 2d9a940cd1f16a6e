import Table from 'cli-table3';
import { visibleLine } from './visible.js';

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

/** Renders a table without lines and colors, so that both people and `awk` can read it. */
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
  table.push(...rows.map((row) => row.map(visibleLine)));
  return table
    .toString()
    .split('\n')
    .map((line) => indent + line.trimEnd())
    .join('\n');
}

/** Renders names and values side by side. Omits pairs without a value. */
export function renderPairs(pairs: readonly (readonly [name: string, value: string | undefined])[]): string {
  const shown = pairs.filter((pair): pair is [string, string] => pair[1] !== undefined);
  const lines = shown.map((pair) => pair.map(visibleLine) as [name: string, value: string]);
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}
