import type { EntryKind } from '../../core/catalogue/document.js';

/** One thing that is wrong with a catalogue file. */
export interface Fault {
  readonly file: string;
  /** 1 is the first line. */
  readonly line: number;
  /** The entry it is in; absent for the file itself. `name` is its handle, or `#3` where it has none. */
  readonly entry?: { readonly kind: EntryKind; readonly name: string };
  /** A sentence without its closing dot. */
  readonly message: string;
}

/** `catalogue.yaml:42 offer lakeshore-nursing: …` */
export function formatFault({ file, line, entry, message }: Fault): string {
  return `${file}:${line} ${entry === undefined ? '' : `${entry.kind} ${entry.name}: `}${message}`;
}

/** In the order of the files as given, then by line; what was found twice is told once. */
export function sortFaults(faults: readonly Fault[], files: readonly string[]): Fault[] {
  const once = new Map(faults.map((fault) => [formatFault(fault), fault]));
  return [...once.values()].sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line);
}
