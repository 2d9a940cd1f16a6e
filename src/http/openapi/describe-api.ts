import type { Row } from '../rows.js';
import { HEADERS } from './headers.js';
import type { JsonSchema } from './json-schema.js';

interface ApiDescription {
  readonly title: string;
  /** The version of the interface. It changes if clients may have to change. */
  readonly version: string;
  readonly introduction: string;
  readonly tags?: readonly JsonSchema[];
  /** What the key of its callers is. */
  readonly key: string;
  /** Other ways to be known, by their names. */
  readonly security?: Readonly<Record<string, JsonSchema>>;
  readonly paths: JsonSchema;
  readonly schemas: JsonSchema;
}

/** Builds the OpenAPI 3.1 description of an API. */
export function describeApi({
  title,
  version,
  introduction,
  tags,
  key,
  security = {},
  paths,
  schemas,
}: ApiDescription): JsonSchema {
  const securitySchemes: Record<string, JsonSchema> = {
    bearer: {
      ...{ type: 'http', scheme: 'bearer' },
      description: `${key} Wins over X-API-Key when both are sent.`,
    },
    api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key.' },
    ...security,
  };
  return {
    openapi: '3.1.0',
    info: { title, version, description: introduction, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    ...(tags && { tags }),
    paths,
    components: { securitySchemes, headers: HEADERS, schemas },
  };
}

/** The operations of rows, by their paths and methods. A path may have several rows, each with a method of its own. */
export function pathsOf<Own extends Row>(
  rows: readonly Own[],
  operationOf: (row: Own) => JsonSchema,
): Readonly<Record<string, JsonSchema>> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const row of rows) (paths[pathOf(row)] ??= {})[row.method.toLowerCase()] = operationOf(row);
  return paths;
}

/** `/a/:id` → `/a/{id}` */
const pathOf = ({ path }: Row): string => path.replaceAll(/:(\w+)/g, '{$1}');
