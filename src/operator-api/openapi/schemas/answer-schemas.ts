import type { JsonSchema } from '../../../http/openapi/json-schema.js';
import { leadSchemas } from './lead-schemas.js';
import { partSchemas } from './parts.js';
import { searchSchemas } from './search-schemas.js';

/** The schemas of all answers, by name. */
export const answerSchemas: Readonly<Record<string, JsonSchema>> = {
  ...leadSchemas,
  ...searchSchemas,
  ...partSchemas,
};
