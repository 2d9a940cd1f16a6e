import type { CatalogueDocument } from '../../core/catalogue/document.js';
import type { SourceFile, ValidationIssue } from '../../core/catalogue/validation-issue.js';

export type ParsedCatalogue =
  | { readonly ok: true; readonly document: CatalogueDocument }
  | { readonly ok: false; readonly faults: readonly ValidationIssue[] };

/** Reads and writes the files of a catalogue. */
export interface CatalogueFiles {
  /** The document, or every issue of every file with its place. Never throws because of a file's content. */
  parse(sources: readonly SourceFile[]): ParsedCatalogue;
  /** A version as one file. Applying it gives the same version. */
  export(document: CatalogueDocument): string;
}
