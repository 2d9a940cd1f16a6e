import { HEADERS } from '../../http/openapi/headers.js';
import type { JsonSchema } from '../../http/openapi/json-schema.js';
import type { OperatorRoute } from '../route.js';
import { INTRODUCTION } from './introduction.js';
import { operationOf, pathOf } from './operation.js';
import { answerSchemas } from './schemas/answer-schemas.js';
import { SIGN_IN_PATHS } from './sign-in-operations.js';
import { errorSchemas } from './schemas/error-schemas.js';

/** The version of the interface. It changes if clients may have to change. */
const VERSION = '2026-11-22';

/** Builds the OpenAPI 3.1 description of the operator API from the table of routes. */
export const openApiDocument = (routes: readonly OperatorRoute[]): JsonSchema => ({
  openapi: '3.1.0',
  info: {
    title: 'Leadkeep operator API',
    version: VERSION,
    description: INTRODUCTION,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  security: [{ bearer: [] }, { api_key: [] }, { session: [] }],
  paths: { ...pathsOf(routes), ...SIGN_IN_PATHS },
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'The operator key. Wins over X-API-Key when both are sent.',
      },
      api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key.' },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-leadkeep-session',
        description:
          'The session of a person at the console; on http://localhost the cookie has another name. A call that changes something needs `X-CSRF-Token` too, with the `csrf` of `/api/v1/session`, and comes from a page of the console.',
      },
    },
    headers: HEADERS,
    schemas: { ...answerSchemas, ...errorSchemas },
  },
});

function pathsOf(routes: readonly OperatorRoute[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) (paths[pathOf(route)] ??= {})[route.method.toLowerCase()] = operationOf(route);
  return paths;
}
