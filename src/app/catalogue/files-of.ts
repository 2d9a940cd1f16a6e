import { EMPTY_DOCUMENT, type CatalogueDocument } from '../../core/catalogue/document.js';
import type { SourceFile } from '../../core/catalogue/validation-issue.js';
import type { CatalogueFiles } from '../ports/catalogue-files.js';
import type { CatalogueStore, CatalogueVersion } from '../ports/catalogue-store.js';

type Export = Pick<CatalogueFiles, 'export'>;

/** The files of a version, with their comments. A version of nobody's files has one that is exported. */
export const filesOf = async (
  { files, catalogue }: { readonly files: Export; readonly catalogue: Pick<CatalogueStore, 'files'> },
  version: CatalogueVersion | null,
): Promise<readonly SourceFile[]> =>
  (version && (await catalogue.files(version.version))) ??
  exported(files, version?.document ?? EMPTY_DOCUMENT);

/** A document as the one file that nobody wrote. */
export const exported = (files: Export, document: CatalogueDocument): readonly SourceFile[] => [
  { name: 'catalogue.yaml', text: files.export(document) },
];
