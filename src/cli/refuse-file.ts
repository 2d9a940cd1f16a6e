import type { RowIssue } from '../app/lead-files/read-lead-file.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { visibleLine } from './render/visible.js';

/** Prints the problems of a file by line, and throws a CliError: a file is taken as a whole or not at all. */
export function refuseFile(cli: Cli, file: string, faults: readonly RowIssue[]): void {
  if (faults.length === 0) return;
  noteFaults(cli, file, faults);
  throw new CliError(`${file} has errors${linesOf(faults)}; nothing was changed`);
}

/** ` in lines 2, 4` */
export function linesOf(faults: readonly RowIssue[]): string {
  const lines = [...new Set(faults.map(({ line }) => line))].filter((line) => line > 0);
  return lines.length === 0 ? '' : ` in line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}`;
}

/** Prints the problems of a file by line. */
export function noteFaults(cli: Cli, file: string, faults: readonly RowIssue[]): void {
  for (const { line, why } of [...faults].sort((a, b) => a.line - b.line))
    cli.note(visibleLine(line === 0 ? `${file}: ${why}` : `${file}:${line}: ${why}`));
}
