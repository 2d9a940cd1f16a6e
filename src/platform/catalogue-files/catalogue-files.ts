import type { CatalogueFiles } from '../../app/ports/catalogue-files.js';
import { describeEntries } from './describe-entries.js';
import { destinationTemplates } from './destination-templates.js';
import { editEntry, followDocument, readEntries, readEntry } from './edit-files.js';
import { exportCatalogue } from './export-catalogue.js';
import { parseCatalogue } from './parse-catalogue.js';

/** Reads, writes and edits the files of a catalogue. */
export const createCatalogueFiles = (): CatalogueFiles => ({
  parse: parseCatalogue,
  export: exportCatalogue,
  follow: followDocument,
  readEntries,
  readEntry,
  forms: describeEntries,
  editEntry,
  templates: destinationTemplates,
});
