declare const TYPE: unique symbol;
declare const NAME: unique symbol;

/** JSON Schema 2020-12, which OpenAPI 3.1 uses. `T`: what it describes, before it is written as JSON; unknown: nobody compares it. */
export type JsonSchema<T = unknown> = Readonly<Record<string, unknown>> & { readonly [TYPE]?: T };

/** What a schema describes. A named schema in it is a `Ref`. */
export type TypeOf<S extends JsonSchema> = Exclude<S[typeof TYPE], undefined>;

/** What the schema of this name describes. */
export interface Ref<Name extends string> {
  readonly [NAME]: Name;
}

/** A reference to a named component of the document. */
export const ref = <Name extends string>(
  kind: 'schemas' | 'headers' | 'responses' | 'parameters',
  name: Name,
): JsonSchema<Ref<Name>> => ({ $ref: `#/components/${kind}/${name}` });

export const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema => ({ type: 'object', required, properties });

export const text = (description?: string): JsonSchema<string> => ({
  type: 'string',
  minLength: 1,
  ...(description !== undefined && { description }),
});

export const uuid = (description?: string): JsonSchema<string> => ({
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

export const orNull = <S extends JsonSchema>(schema: S): JsonSchema<TypeOf<S> | null> => ({
  ...(schema as Readonly<Record<string, unknown>>),
  type: [schema['type'], 'null'],
  ...(Array.isArray(schema['enum']) && { enum: [...(schema['enum'] as unknown[]), null] }),
});
