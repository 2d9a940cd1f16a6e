import { describeApi, pathsOf } from '../../http/openapi/describe-api.js';
import type { JsonSchema } from '../../http/openapi/json-schema.js';
import type { OperatorRoute } from '../route.js';
import { SIGN_IN_ROUTES } from '../sign-in/routes.js';
import { INTRODUCTION } from './introduction.js';
import { operationOf } from './operation.js';
import { answerSchemas } from './schemas/answer-schemas.js';
import { errorSchemas } from './schemas/error-schemas.js';
import { isDescribed, signInOperation } from './sign-in-operation.js';

/** Describes the operator API by the table of routes, and by that of sign-in. */
export const openApiDocument = (routes: readonly OperatorRoute[]): JsonSchema =>
  describeApi({
    ...{ title: 'Leadkeep operator API', version: '2026-11-22', introduction: INTRODUCTION },
    key: 'The operator key.',
    security: {
      session: {
        ...{ type: 'apiKey', in: 'cookie', name: '__Host-leadkeep-session' },
        description:
          'The session of a person at the console; on http://localhost the cookie has another name. A call that changes something needs `X-CSRF-Token` too, with the `csrf` of `/api/v1/session`, and comes from a page of the console.',
      },
    },
    paths: { ...pathsOf(routes, operationOf), ...signInPaths() },
    schemas: { ...answerSchemas, ...errorSchemas },
  });

/** Without the routes to which only links and redirects lead. */
const signInPaths = () => pathsOf(SIGN_IN_ROUTES.filter(isDescribed), signInOperation);
