import type { EntryKind } from './document.js';

/** One thing that is wrong with a catalogue file. */
export interface ValidationIssue {
  readonly file: string;
  /** 1 is the first line. */
  readonly line: number;
  /** The entry it is in; absent for the file itself. `name` is its handle, or `#3` where it has none. */
  readonly entry?: { readonly kind: EntryKind; readonly name: string };
  /** A sentence without its closing dot. */
  readonly message: string;
}

/** `catalogue.yaml:42 offer lakeshore-nursing: …` */
export function formatIssue({ file, line, entry, message }: ValidationIssue): string {
  return `${file}:${line} ${entry === undefined ? '' : `${entry.kind} ${entry.name}: `}${message}`;
}

/** In the order of the files as given, then by line; what was found twice is told once. */
export function sortIssues(faults: readonly ValidationIssue[], files: readonly string[]): ValidationIssue[] {
  const once = new Map(faults.map((fault) => [formatIssue(fault), fault]));
  return [...once.values()].sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line);
}

/** One catalogue file as it was given. */
export interface SourceFile {
  /** As it is named in faults: the path as given. */
  readonly name: string;
  readonly text: string;
}
