import fc from 'fast-check';
import { document, type Part } from './api-document.js';

type Json = fc.JsonValue;
type Schema = Readonly<Record<string, unknown>>;

/** Not too much of what may be left out, so that many values are accepted as a whole. */
const MAX_OPTIONAL = 5;

const resolve = (pointer: string): Schema =>
  pointer
    .slice(2)
    .split('/')
    .reduce<Part | undefined>((part, key) => part?.[key], document) as unknown as Schema;

// Made once each: it takes a while, and many members have the same.
const ANY_TEXT = fc.string({ unit: 'binary' });
const byPattern = new Map<string, fc.Arbitrary<string>>();
function matching(pattern: string): fc.Arbitrary<string> {
  const known = byPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern), { size: '-1' });
  byPattern.set(pattern, known);
  return known;
}

/** Values that a schema of the document accepts, now and then with other members beside the known ones. */
export function arbitraryOf(schema: Schema): fc.Arbitrary<Json> {
  if (typeof schema['$ref'] === 'string') return arbitraryOf(resolve(schema['$ref']));
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as Json[]));
  if (Array.isArray(schema['anyOf'])) return fc.oneof(...(schema['anyOf'] as Schema[]).map(arbitraryOf));
  const { type, examples } = schema;
  if (Array.isArray(examples)) {
    const { examples: told, ...bare } = schema;
    return fc.oneof(fc.constantFrom(...(told as Json[])), arbitraryOf(bare));
  }
  if (Array.isArray(type)) return fc.oneof(...type.map((one: string) => ofType(one, schema)));
  return typeof type === 'string' ? ofType(type, schema) : fc.jsonValue({ maxDepth: 2 });
}

function ofType(type: string, schema: Schema): fc.Arbitrary<Json> {
  switch (type) {
    case 'string':
      return typeof schema['pattern'] === 'string' ? matching(schema['pattern']) : ANY_TEXT;
    case 'integer':
      return fc.integer({ min: schema['minimum'] as number, max: schema['maximum'] as number });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'array':
      return fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 });
    case 'object':
      return ofObject(schema);
    default:
      throw new Error(`no values of type ${type}`);
  }
}

function ofObject(schema: Schema): fc.Arbitrary<Json> {
  const own = (schema['properties'] ?? {}) as Record<string, Schema>;
  const also = (schema['not'] as Schema | undefined)?.['not'] as Schema | undefined;
  // One of the choices that the whole object must meet too.
  if (also)
    return fc.constantFrom(...(also['anyOf'] as Schema[])).chain((one) => ofObject(joined(schema, one)));
  return ofMembers(own, schema);
}

/** The schema with what one of its choices requires. */
const joined = ({ not: _, ...schema }: Schema, one: Schema): Schema => ({
  ...schema,
  properties: { ...(schema['properties'] as object), ...(one['properties'] as object) },
  required: [...((schema['required'] ?? []) as string[]), ...(one['required'] as string[])],
});

function ofMembers(properties: Record<string, Schema>, schema: Schema): fc.Arbitrary<Json> {
  const required = (schema['required'] ?? []) as string[];
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const values = new Map(Object.entries(properties).map(([name, of]) => [name, arbitraryOf(of)]));
  const some = fc.subarray(optional, { maxLength: Math.min(MAX_OPTIONAL, optional.length) });
  const others = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });
  return some
    .chain((chosen) =>
      fc.tuple(
        ...[...required, ...chosen].map((name) =>
          (values.get(name) ?? fc.constant(null)).map((value) => [name, value] as const),
        ),
      ),
    )
    .chain((members) =>
      fc
        .oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: others })
        .map((more): Json => ({ ...more, ...Object.fromEntries(members) })),
    );
}
