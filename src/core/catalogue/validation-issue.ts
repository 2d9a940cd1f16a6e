import type { EntryKind } from './document.js';

/** One problem in a catalogue file. */
export interface ValidationIssue {
  readonly file: string;
  /** 1 is the first line. */
  readonly line: number;
  /** 1 is the first character of the line. Absent: nobody knows. */
  readonly column?: number;
  /** The entry with the problem; absent for the file itself. `name` is its handle, or `#3` if it has no handle. */
  readonly entry?: { readonly kind: EntryKind; readonly name: string };
  /** The field at fault, in the entry or else in the file: `caps[0].limit`. Absent: the whole of it. */
  readonly field?: string;
  /** A sentence without the period at its end. */
  readonly message: string;
}

/** `catalogue.yaml:42 offer lakeshore-nursing: …` */
export function formatIssue({ file, line, entry, message }: ValidationIssue): string {
  return `${file}:${line} ${entry === undefined ? '' : `${entry.kind} ${entry.name}: `}${message}`;
}

/** Sorts issues by file, in the order given, and then by line. Removes duplicate issues. */
export function sortIssues(faults: readonly ValidationIssue[], files: readonly string[]): ValidationIssue[] {
  const once = new Map(faults.map((fault) => [formatIssue(fault), fault]));
  return [...once.values()].sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line);
}

/** One catalogue file. */
export interface SourceFile {
  /** The path as given; validation issues name the file by it. */
  readonly name: string;
  readonly text: string;
}
