import { openApiDocument } from '../../src/api/openapi/document.js';
import { ROUTES } from '../../src/api/routes.js';
import { describedApi } from './described-api.js';

export { faultsOf, textAt, type Part } from './described-api.js';

const DESCRIBED = describedApi(openApiDocument(ROUTES));
export const { document } = DESCRIBED;
export const validatorAt = (...keys: readonly string[]) => DESCRIBED.validatorAt(...keys);

/** Without what it says of other members: `describedApi` then takes none. */
function closed(_key: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('properties' in part)) return part;
  return { ...part, additionalProperties: undefined };
}

/** The affiliates' API, as its description is served, and without members of answers that it does not name. */
export const AFFILIATES_API = describedApi(
  JSON.parse(JSON.stringify(openApiDocument(ROUTES)), closed) as object,
);
