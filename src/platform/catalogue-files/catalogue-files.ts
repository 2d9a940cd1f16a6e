import type { CatalogueFiles } from '../../app/ports/catalogue-files.js';
import { exportCatalogue } from './export-catalogue.js';
import { parseCatalogue } from './parse-catalogue.js';

/** Reads and writes the files of a catalogue. */
export const createCatalogueFiles = (): CatalogueFiles => ({
  parse: parseCatalogue,
  export: exportCatalogue,
});
