import type { CatalogueDocument, EntryKind } from '../../core/catalogue/document.js';
import type { EntryForms, FormKind } from '../../core/catalogue/entry-form.js';
import type { SourceFile, ValidationIssue } from '../../core/catalogue/validation-issue.js';

export type ParsedCatalogue =
  | { readonly ok: true; readonly document: CatalogueDocument }
  | { readonly ok: false; readonly faults: readonly ValidationIssue[] };

/** Which entry of the files. */
export interface EntryOf {
  /** `alerts`: the group, which has no handle but its name. */
  readonly kind: FormKind;
  readonly handle: string;
}

/** A kind of destination that an offer can begin with. */
export interface DestinationTemplate {
  readonly name: string;
  readonly title: string;
  readonly kind: 'direct' | 'partner';
  /** `delivery`, or `kind` and `partner`, of an offer as files say them, without addresses. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** The secrets that it names. */
  readonly secrets: readonly string[];
}

/** An entry as the files say it, right or wrong. */
export interface FileEntry {
  readonly kind: EntryKind;
  /** Undefined: it has none, or one that is no text. */
  readonly handle: string | undefined;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Reads, writes and edits the files of a catalogue. */
export interface CatalogueFiles {
  /** The document, or every issue of every file with its place. Never throws because of a file's content. */
  parse(sources: readonly SourceFile[]): ParsedCatalogue;
  /** A version as one file. Applying it gives the same version. */
  export(document: CatalogueDocument): string;
  /**
   * The files of a version, edited so that they say `after` where they said `before`. Lines that this does not touch
   * stay as they are. Undefined if that can't be done.
   */
  follow(
    files: readonly SourceFile[],
    before: CatalogueDocument,
    after: CatalogueDocument,
  ): readonly SourceFile[] | undefined;
  /** An entry as the files say it. Undefined: they have no such entry, or one of them is no YAML. */
  readEntry(files: readonly SourceFile[], of: EntryOf): FileEntry['raw'] | undefined;
  /** All entries as the files say them. Undefined: one of them is no YAML. */
  readEntries(files: readonly SourceFile[]): readonly FileEntry[] | undefined;
  /** What entries may say, for forms. */
  forms(): EntryForms;
  /**
   * The files with another entry in the place of this one, or with a new one. Null removes it. Lines that this does not
   * touch stay as they are. Undefined if a file is no YAML, or can't be edited so.
   */
  editEntry(
    files: readonly SourceFile[],
    of: EntryOf,
    entry: object | null,
  ): readonly SourceFile[] | undefined;
  /** The kinds of destination, in the order of the examples. */
  templates(): readonly DestinationTemplate[];
}
