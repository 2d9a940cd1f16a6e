/** The commands read, write and validate catalogue files with these. */
export { createCatalogueFiles } from '../../platform/catalogue-files/catalogue-files.js';
export { parseCatalogue } from '../../platform/catalogue-files/parse-catalogue.js';
