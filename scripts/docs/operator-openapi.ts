import { openApiDocument } from '../../src/operator-api/openapi/document.js';
import { ROUTES } from '../../src/operator-api/routes.js';

/** Prints the operator API's description, of which the page's types are made. */
console.log(JSON.stringify(openApiDocument(ROUTES)));
