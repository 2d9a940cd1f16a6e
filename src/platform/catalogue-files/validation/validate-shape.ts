import type Joi from 'joi';
import { didYouMean } from '../../../core/catalogue/did-you-mean.js';
import { catalogueFile, rule } from '../schema/entries.js';
import { OWN_MESSAGE } from '../schema/values.js';
import type { DataPath } from '../yaml-file.js';

export interface ShapeIssue {
  readonly path: DataPath;
  /** What is wrong with the value at `path`. Does not repeat the path. */
  readonly problem: string;
}

/** Every issue with the shape of one file, one for each value. */
export function shapeIssues(data: unknown): ShapeIssue[] {
  const { error } = catalogueFile.validate(data, {
    abortEarly: false,
    convert: false,
    errors: { render: false },
  });
  const first = new Map<string, ShapeIssue>();
  for (const detail of error?.details ?? []) {
    const key = JSON.stringify(detail.path);
    if (!first.has(key)) first.set(key, { path: detail.path, problem: problemOf(detail) });
  }
  return [...first.values()];
}

interface Context {
  readonly value?: unknown;
  readonly limit?: number;
  readonly valids?: readonly unknown[];
  readonly message?: string;
}

function problemOf({ type, path, context }: Joi.ValidationErrorItem): string {
  const { value, limit, valids = [], message } = (context ?? {}) as Context;
  if (value === null) return path.length === 0 ? 'is empty' : 'has no value';
  if (type === OWN_MESSAGE) return message ?? 'is wrong';
  if (
    type === 'any.only' &&
    !(valids.every((each) => typeof each === 'string') && typeof value !== 'string')
  ) {
    const known = valids.map(String);
    return `must be ${orList(known)}${typeof value === 'string' ? didYouMean(value, known) : ''}`;
  }
  if (type === 'object.unknown')
    return `is not a key here${didYouMean(String(path.at(-1)), keysAt(path.slice(0, -1)))}`;
  if (type.endsWith('.min') && type !== 'number.min' && limit === 1) return 'must have at least one item';
  return MESSAGES[type]?.(limit ?? 0) ?? `is wrong (${type})`;
}

const MESSAGES: Readonly<Record<string, (limit: number) => string>> = {
  'any.required': () => 'is missing',
  'any.only': () => 'must be text: put it in quotes',
  'array.base': () => 'must be a list',
  'array.unique': () => 'stands in the list twice',
  'boolean.base': () => 'must be true or false',
  'number.base': () => 'must be a number',
  'number.infinity': () => 'must be a number',
  'number.unsafe': () => 'is too large a number',
  'number.integer': () => 'must be a whole number',
  'number.greater': (limit) => `must be more than ${limit}`,
  'number.max': (limit) => `must be at most ${limit}`,
  'number.min': (limit) => `must be at least ${limit}`,
  'object.base': () => 'must be a group of keys',
  'string.base': () => 'must be text: put it in quotes',
  'string.empty': () => 'is empty',
  'string.max': (limit) => `is longer than ${limit} characters`,
};

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

/** The keys that the schema allows at a path. Empty where any key is allowed. */
function keysAt(path: DataPath): string[] {
  let schema: Joi.Description | undefined = catalogueFile.describe();
  for (const step of path) {
    const next: Joi.Description | undefined =
      typeof step === 'number'
        ? (schema?.['items'] as Joi.Description[] | undefined)?.[0]
        : keysOf(schema)[step];
    // A rule inside `any` is a link to the rule schema itself.
    schema = next?.type === 'link' ? rule.describe() : next;
  }
  return Object.keys(keysOf(schema));
}

const keysOf = (schema: Joi.Description | undefined): Readonly<Record<string, Joi.Description>> =>
  (schema?.keys ?? {}) as Readonly<Record<string, Joi.Description>>;
