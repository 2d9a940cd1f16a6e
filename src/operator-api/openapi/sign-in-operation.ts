import { headersOf } from '../../http/openapi/headers.js';
import { ref, type JsonSchema } from '../../http/openapi/json-schema.js';
import type { SignInRoute } from '../sign-in/routes.js';
import { exchangeOf, FAULTS, type When } from './operation.js';

type DescribedRoute = SignInRoute & Required<Pick<SignInRoute, 'describe'>>;
export const isDescribed = (route: SignInRoute): route is DescribedRoute => route.describe !== undefined;

const FROM_CONSOLE: When = [
  'FORBIDDEN',
  'a page of the console did not send the call, or it names another host',
];

const NOT_SIGNED_IN: JsonSchema = {
  description: 'Unauthorized\n\n- AUTH_REQUIRED: nobody is signed in\n- AUTH_INVALID: the session has ended',
  headers: headersOf(401),
  content: { 'application/json': { schema: ref('schemas', 'NotSignedIn') } },
};

/** The document's entry for one route of sign-in. */
export function signInOperation({ body, describe }: DescribedRoute): JsonSchema {
  const { id, summary, description, schema, parameters = [], session, tellsKinds } = describe;
  const exchange = exchangeOf({
    body,
    schema,
    faults: { ...FAULTS, 403: [FROM_CONSOLE], ...describe.faults },
  });
  return {
    ...{ operationId: id, summary, description, parameters, tags: ['sign-in'] },
    security: session ? [{ session: [] }] : [],
    ...exchange,
    ...(tellsKinds && { responses: { ...(exchange['responses'] as object), 401: NOT_SIGNED_IN } }),
  };
}
