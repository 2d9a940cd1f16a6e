/** JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A reference to a named component of the document. */
export const ref = (kind: 'schemas' | 'headers' | 'responses' | 'parameters', name: string): JsonSchema => ({
  $ref: `#/components/${kind}/${name}`,
});

export const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema => ({ type: 'object', required, properties });

export const text = (description?: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  ...(description !== undefined && { description }),
});

export const uuid = (description?: string): JsonSchema => ({
  type: 'string',
  format: 'uuid',
  ...(description !== undefined && { description }),
});

/**
 * A text out of a list that may grow. It is no `enum`: clients that are made from the description throw on a value that
 * their `enum` does not have.
 */
export const growing = (values: readonly string[], description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  description: `${description}. A list that may grow: ${values.join(', ')}`,
  'x-extensible-enum': values,
});

/** An amount in dollars, 0 or more. */
export const money = (description: string): JsonSchema => ({ type: 'number', minimum: 0, description });

export const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema['type'], 'null'] });
