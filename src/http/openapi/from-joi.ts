import joiToJson from 'joi-to-json';
import type Joi from 'joi';
import { SHAPE } from '../described-schema.js';
import type { JsonSchema } from './json-schema.js';

type Convert = (schema: { describe(): Joi.Description }, mode: 'open-api-3.1') => JsonSchema;
// The library's types describe an ES module, but it is a CommonJS module.
const convert = joiToJson as unknown as Convert;

/** Converts a joi schema to JSON Schema. It describes the body that joi sees: trimmed, without values not sent. */
export const fromJoi = (schema: Joi.Schema): JsonSchema =>
  takeShapes(convert({ describe: () => withSentences(schema.describe()) }, 'open-api-3.1'));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const eachMember = <T>(value: T, change: (member: unknown) => unknown): T =>
  (Array.isArray(value)
    ? value.map(change)
    : Object.fromEntries(Object.entries(value as object).map(([key, member]) => [key, change(member)]))) as T;

/** Adds what a value must be to the end of its description. `expecting` stores it as joi's label. */
function withSentences<T>(described: T): T {
  if (!isObject(described) && !Array.isArray(described)) return described;
  const changed = eachMember(described, withSentences);
  if (!isObject(changed) || !isObject(changed['flags'])) return changed;
  const { description, label } = changed['flags'];
  const expected = typeof label === 'string' && label !== 'an object' ? label : undefined;
  const said = typeof description === 'string' ? description : undefined;
  const text = said !== undefined && expected !== undefined ? `${said} (${expected})` : (said ?? expected);
  if (text === undefined) return changed;
  return { ...changed, flags: { ...changed['flags'], description: sentence(text) } };
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Uses the schema given to `shaped` where the library cannot convert a function or a pattern with flags. */
function takeShapes<T>(schema: T): T {
  if (!isObject(schema) && !Array.isArray(schema)) return schema;
  const changed = eachMember(schema, takeShapes);
  if (!isObject(changed) || !isObject(changed[SHAPE])) return changed;
  const { [SHAPE]: shape, type, anyOf: _anyOf, ...rest } = changed;
  return { ...('anyOf' in shape ? {} : { type }), ...rest, ...shape } as T;
}
