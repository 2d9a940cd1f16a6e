/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A document's part that is named once and meant in many places. */
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

/** Money in dollars; never below nothing. */
export const money = (description: string): JsonSchema => ({ type: 'number', minimum: 0, description });

export const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema['type'], 'null'] });
