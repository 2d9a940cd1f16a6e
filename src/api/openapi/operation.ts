import { DEFAULT_LIMITS } from '../../core/limits/limits.js';
import type { Route } from '../route.js';
import { BODY, COMMON, joinOutcomes } from './common-outcomes.js';
import { headersOf, REQUEST_ID_PARAMETER } from '../../http/openapi/headers.js';
import { ref, type JsonSchema } from '../../http/openapi/json-schema.js';
import { responseOf } from './response.js';

/** The document's entry for one route. */
export function operationOf(route: Route): JsonSchema {
  const { describe, input } = route;
  const outcomes = joinOutcomes(describe.outcomes, COMMON, input.body ? BODY : {});
  return {
    operationId: describe.id,
    tags: [describe.tag],
    summary: describe.summary,
    description: `${describe.description}\n\n${limitOf(route)}`,
    parameters: [...(describe.parameters ?? []), REQUEST_ID_PARAMETER],
    ...(input.body && { requestBody: requestBodyOf(route, input.body) }),
    responses: {
      ...Object.fromEntries(
        [...outcomes].map(([http, some]) => [String(http), responseOf(http, some, describe)]),
      ),
      ...(describe.nothing !== undefined && {
        '204': { description: describe.nothing, headers: headersOf(204) },
      }),
    },
  };
}

function limitOf({ operation }: Route): string {
  const { per_minute, burst } = DEFAULT_LIMITS[operation];
  return `Limit for each key: ${per_minute} calls a minute, bursts of ${burst}, where nothing else was agreed.`;
}

function requestBodyOf(
  { describe }: Route,
  { limit, forms }: NonNullable<Route['input']['body']>,
): JsonSchema {
  const schemas = Object.keys(forms).map((name) => ref('schemas', name));
  return {
    required: true,
    description: `At most ${limit / 1024} KiB, after inflation. Text is trimmed. Any other keys may be sent.`,
    content: {
      'application/json': {
        // Not anyOf: OpenAPI Generator would make one type for TypeScript that requires what any of them does.
        schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
        examples: Object.fromEntries(
          Object.entries(describe.examples).map(([name, { summary, value }]) => [name, { summary, value }]),
        ),
      },
    },
  };
}
