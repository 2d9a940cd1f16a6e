import { DATE_PATTERN, EMAIL_PATTERN } from '../lead/field-patterns.js';
import {
  FLAT_ALIASES,
  LEAD_FIELDS,
  LEAD_GROUPS,
  leafOf,
  STATES,
  type FieldFormat,
  type LeadField,
  type LeadGroup,
} from '../lead/fields.js';
import { looseFormsOf } from './loose-forms.js';
import { having, NOT_SENT, oneOfTexts, optional, SENT, trimmed, type JsonSchema } from './schema-parts.js';

/** The forms of a value of this format, as a client may send it. */
function formsOf(format: FieldFormat): JsonSchema[] {
  switch (format.kind) {
    case 'email':
      return [trimmed(EMAIL_PATTERN)];
    case 'phone':
      return [trimmed('[0-9]{10}')];
    case 'date_of_birth':
      return [trimmed(DATE_PATTERN)];
    case 'zip':
      return [trimmed('[0-9]{5}')];
    case 'age':
      return [trimmed('[0-9]{1,3}'), { type: 'integer', minimum: 0, maximum: 999 }];
    case 'year':
      return [trimmed('[0-9]{4}'), { type: 'integer', minimum: 1000, maximum: 9999 }];
    case 'state':
      return [oneOfTexts(STATES)];
    case 'select':
      return [oneOfTexts(format.values)];
    case 'text':
      return [{ type: 'string', pattern: '\\S' }];
  }
}

/** A field with its ways: nested, and flat by its leaf and other names. */
interface Ways {
  readonly group: LeadGroup;
  readonly leaf: string;
  readonly aliases: readonly string[];
}

const waysOf = (path: LeadField): Ways => ({
  group: path.slice(0, path.indexOf('.')) as LeadGroup,
  leaf: leafOf(path),
  aliases: Object.keys(FLAT_ALIASES).filter((alias) => FLAT_ALIASES[alias] === path),
});

const FIELDS = LEAD_FIELDS.map(({ path }) => waysOf(path));

const defsOf = (isLoose: boolean): JsonSchema =>
  Object.fromEntries(
    LEAD_FIELDS.map(({ path, format }) => [
      leafOf(path),
      optional([...formsOf(format), ...(isLoose ? looseFormsOf(format) : [])]),
    ]),
  );
const [STRICT_DEFS, LOOSE_DEFS] = [defsOf(false), defsOf(true)];

/**
 * Each field by its leaf name, under `$defs`: in one of its forms, or not sent. `isLoose`: also in those that are put into the
 * form wanted for an affiliate with `accept_loose_formats`.
 */
export const fieldDefs = (isLoose: boolean): JsonSchema => (isLoose ? LOOSE_DEFS : STRICT_DEFS);
const fieldNamed = (leaf: string): JsonSchema => ({ $ref: `#/$defs/${leaf}` });

const isNested = ({ group, leaf }: Ways): JsonSchema => having(group, having(leaf, SENT));

/** `address` is also the group's name: only a text is a street line. */
const isFlat = (key: string): JsonSchema =>
  having(key, key === 'address' ? { type: 'string', pattern: '\\S' } : SENT);

/** The field is sent, in one of its ways. */
const isSent = (path: LeadField): JsonSchema => {
  const ways = waysOf(path);
  return { anyOf: [isNested(ways), isFlat(ways.leaf), ...ways.aliases.map(isFlat)] };
};

const groupOf = (group: LeadGroup): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    FIELDS.filter((field) => field.group === group).map(({ leaf }) => [leaf, fieldNamed(leaf)]),
  ),
});

/** A flat key is read only where no way before it is sent. */
const flatRules = (ways: Ways): JsonSchema[] => {
  const flat = [ways.leaf, ...ways.aliases.filter((alias) => alias !== 'address')];
  return flat.map((key, index) => ({
    anyOf: [
      isNested(ways),
      ...flat.slice(0, index).map(isFlat),
      { type: 'object', properties: { [key]: fieldNamed(ways.leaf) } },
    ],
  }));
};

/** Where the street line is sent by its own name, `address` is read only as a group. */
const ADDRESS_RULE: JsonSchema = {
  anyOf: [
    {
      type: 'object',
      properties: { address: { anyOf: [groupOf('address'), { type: 'string' }, { type: 'null' }] } },
    },
    {
      ...isFlat('address_line_1'),
      properties: {
        address_line_1: SENT,
        address: { anyOf: [groupOf('address'), { not: { type: 'object' } }] },
      },
    },
  ],
};

/** What a lead must be on a direct post: fields in groups, flat, or both. */
export const leadSchema = (): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    LEAD_GROUPS.filter((group) => group !== 'address').map((group) => [
      group,
      { anyOf: [groupOf(group), NOT_SENT] },
    ]),
  ),
  allOf: [ADDRESS_RULE, ...FIELDS.flatMap(flatRules)],
});

/** A body whose lead has these fields. */
export const leadHaving = (paths: readonly LeadField[]): JsonSchema[] =>
  paths.map((path) => ({ type: 'object', properties: { lead: isSent(path) } }));
