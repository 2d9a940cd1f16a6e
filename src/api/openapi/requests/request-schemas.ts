import type { Route } from '../../route.js';
import { NAME } from '../../schemas/parts.js';
import { ref, type JsonSchema } from '../json-schema.js';
import { asSent, NOT_SENT, OVERRIDDEN } from './as-sent.js';
import { fromJoi } from './from-joi.js';

type Schemas = Record<string, JsonSchema>;

/** Schemas of all bodies, from those that validate them, by name; those that have a name of their own beside them. */
export function requestSchemas(routes: readonly Route[]): Schemas {
  const schemas: Schemas = { NotSent: NOT_SENT, Overridden: OVERRIDDEN };
  for (const { input } of routes)
    for (const [name, schema] of Object.entries(input.body?.forms ?? {}))
      schemas[name] = liftNamed(asSent(fromJoi(schema)), schemas) as JsonSchema;
  return schemas;
}

/** Moves schemas with a name to `schemas`; in their place is a reference. What one says of its place stays there. */
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
