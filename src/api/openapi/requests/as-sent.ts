import { ref, type JsonSchema } from '../../../http/openapi/json-schema.js';

/** The schema of a value that counts as not sent. */
export const NOT_SENT: JsonSchema = {
  description: '`null` and a blank text count as not sent, anywhere in a body.',
  type: ['string', 'null'],
  pattern: '^\\s*$',
};

/** Allows whitespace around the pattern. JSON Schema uses JavaScript's patterns, so `\s` is what `trim` removes. */
const whole = (pattern: string): string => `^\\s*(${pattern})\\s*$`;

const notSent = ref('schemas', 'NotSent');

/**
 * Converts a schema from `fromJoi`, which describes the trimmed value, to the schema of a required value as callers may
 * send it. Text may have whitespace around it, which is removed.
 */
export function asSent(clean: JsonSchema): JsonSchema {
  if ('if' in clean) return eitherOf(clean);
  if ('anyOf' in clean) {
    const { anyOf, ...rest } = clean;
    return { ...rest, anyOf: (anyOf as JsonSchema[]).flatMap(formsOf) };
  }
  if (clean['type'] === 'object') return objectAsSent(clean);
  if (clean['type'] === 'array') return listAsSent(clean);
  const forms = formsOf(clean);
  const { description } = clean;
  const { description: _same, ...only } = forms[0] ?? {};
  return {
    ...(description !== undefined && { description }),
    ...(forms.length === 1 ? only : { anyOf: forms.map(({ description: _, ...form }) => form) }),
  };
}

/** `asSent` for an optional member. Callers can omit the member, or send a value that counts as not sent. */
function optional(clean: JsonSchema): JsonSchema {
  if ('not' in clean) return notSent;
  if (Array.isArray(clean['type'])) return { description: clean['description'] };
  const { description, ...sent } = asSent(clean);
  // Makers of clients for Java can't choose between a text and an object without named members.
  if (sent['type'] === 'object' && Object.keys(sent['properties'] as object).length === 0)
    return { description, not: { not: { anyOf: [sent, notSent] } } };
  const forms = 'anyOf' in sent ? (sent['anyOf'] as JsonSchema[]) : [sent];
  const isFreeText = sent['type'] === 'string' && !('enum' in sent) && clean['pattern'] === undefined;
  const all = [...(isFreeText ? [{ type: ['string', 'null'] }] : [...forms, notSent])];
  return {
    ...(description !== undefined && { description }),
    ...(all.length === 1 ? all[0] : { anyOf: all }),
  };
}

function formsOf(clean: JsonSchema): JsonSchema[] {
  const { type, pattern } = clean;
  if (type !== 'string') return [clean];
  if (Array.isArray(clean['enum'])) {
    const values = clean['enum'].join('|');
    return [clean, { type, pattern: whole(values) }];
  }
  if (typeof pattern === 'string') return [{ ...clean, pattern: whole(pattern) }];
  return [{ ...clean, pattern: '^\\s*\\S[\\s\\S]*$' }];
}

function objectAsSent(clean: JsonSchema): JsonSchema {
  const required = (clean['required'] ?? []) as readonly string[];
  const properties = Object.entries(clean['properties'] as Record<string, JsonSchema>);
  return {
    ...clean,
    properties: Object.fromEntries(
      properties.map(([name, schema]) => [name, (required.includes(name) ? asSent : optional)(schema)]),
    ),
  };
}

/** Items that count as not sent are left out, and not counted. */
function listAsSent({ maxItems, items, ...rest }: JsonSchema): JsonSchema {
  const counted = maxItems !== undefined && {
    contains: { not: notSent },
    minContains: 0,
    maxContains: maxItems,
  };
  return { ...rest, items: optional(items as JsonSchema), ...counted };
}

/** Converts a choice by the value's type to `anyOf`. The branches have different types, so only one can match. */
function eitherOf({ then, else: otherwise, if: _if, ...rest }: JsonSchema): JsonSchema {
  return { ...rest, anyOf: [optional(then as JsonSchema), asSent(otherwise as JsonSchema)] };
}
