import type { Route } from '../../route.js';
import { ALSO, NAME } from '../../schemas/parts.js';
import { ref, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { asSent, NOT_SENT } from './as-sent.js';
import { fromJoi } from '../../../http/openapi/from-joi.js';

type Schemas = Record<string, JsonSchema>;

/** The schemas of all bodies by name, made from the schemas that validate the bodies. Includes named parts. */
export function requestSchemas(routes: readonly Route[]): Schemas {
  const schemas: Schemas = { NotSent: NOT_SENT };
  for (const { input } of routes)
    for (const [name, schema] of Object.entries(input.body?.forms ?? {}))
      schemas[name] = withWhole(liftNamed(asSent(fromJoi(schema)), schemas) as JsonSchema);
  return schemas;
}

/** What is not otherwise: tools that make clients look into `allOf`, and mix its members with those of the body. */
const withWhole = ({ [ALSO]: also, ...schema }: JsonSchema): JsonSchema =>
  also === undefined ? schema : { ...schema, not: { not: also } };

/** Moves named schemas to `schemas` and leaves references. Each reference keeps the description for its position. */
function liftNamed(part: unknown, schemas: Schemas): unknown {
  if (Array.isArray(part)) return part.map((item) => liftNamed(item, schemas));
  if (typeof part !== 'object' || part === null) return part;
  const lifted: JsonSchema = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, liftNamed(value, schemas)]),
  );
  const { [NAME]: name, description, ...schema } = lifted;
  if (typeof name !== 'string') return lifted;
  schemas[name] = schema;
  return { ...(description !== undefined && { description }), ...ref('schemas', name) };
}
