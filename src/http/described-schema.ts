import type Joi from 'joi';

/**
 * Declares what a value must be: the end of the sentence "<field> must be …". It is stored as joi's label, because
 * custom messages in joi would cost more than the rest of each validation.
 */
export const expecting = <T extends Joi.Schema>(schema: T, expected: string): T =>
  schema.label(expected) as T;

/** A part of a JSON Schema in the API's description. */
export type Shape = Readonly<Record<string, unknown>>;

/** The key in joi's meta data for the schema in the description of a rule that is a function. */
export const SHAPE = 'x-shape';

/**
 * Describes in JSON Schema, as closely as possible, what a function checks. A `pattern` matches the whole trimmed text
 * but has no anchors: the description adds them, and allows whitespace around the text.
 */
export const shaped = <T extends Joi.Schema>(schema: T, shape: Shape): T =>
  schema.meta({ [SHAPE]: shape }) as T;
