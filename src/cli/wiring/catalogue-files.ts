/** How catalogue files are read, written and validated, for the commands. */
export { exportCatalogue } from '../../platform/catalogue-files/export-catalogue.js';
export { parseCatalogue } from '../../platform/catalogue-files/parse-catalogue.js';
export { unrunnablePatterns } from '../../platform/mapping/unrunnable-patterns.js';
