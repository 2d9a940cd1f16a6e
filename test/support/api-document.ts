import { openApiDocument } from '../../src/api/openapi/document.js';
import { ROUTES } from '../../src/api/routes.js';
import { describedApi } from './described-api.js';

export { faultsOf, textAt, type Part } from './described-api.js';

/** The affiliates' API, as its description is served. */
export const AFFILIATES_API = describedApi(openApiDocument(ROUTES));
export const { document } = AFFILIATES_API;
export const validatorAt = (...keys: readonly string[]) => AFFILIATES_API.validatorAt(...keys);
