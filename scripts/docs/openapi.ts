import { openApiDocument } from '../../src/api/openapi/document.js';
import { ROUTES } from '../../src/api/routes.js';

/** Prints the affiliates' API's description, of which the clients' types are made. */
console.log(JSON.stringify(openApiDocument(ROUTES)));
