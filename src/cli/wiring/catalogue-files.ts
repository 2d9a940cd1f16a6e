/** The commands read, write and validate catalogue files with these. */
export { exportCatalogue } from '../../platform/catalogue-files/export-catalogue.js';
export { parseCatalogue } from '../../platform/catalogue-files/parse-catalogue.js';
export { unrunnablePatterns } from '../../platform/mapping/unrunnable-patterns.js';
