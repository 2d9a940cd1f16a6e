import {
  ALERTS_FORM,
  entryKindOf,
  type AnyForm,
  type FormField,
  type FormKind,
  type FormSection,
} from '../../../../src/core/catalogue/entry-form.js';

/** Pure functions on an entry as the files say it. */
export type Group = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];

/** Something that is wrong. `path`: of the field in the entry, like `caps[0].limit`; empty: the whole of it. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

/** Of which kind what a form edits is. */
export const formKindOf = (form: AnyForm): FormKind => (form === ALERTS_FORM ? form : entryKindOf(form));

export const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const asGroup = (value: unknown): Group => (isGroup(value) ? value : {});
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a text field shows: every character, also of what is no text. */
export function exactText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As faults name a field. */
export const pathText = (path: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

/** The value with another one at a path. Undefined removes the key. */
export function put(value: unknown, path: Path, next: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (typeof step === 'number') {
    const list = [...asList(value)];
    list[step] = put(list[step], rest, next);
    return list;
  }
  const group = asGroup(value);
  const inner = put(group[step], rest, next);
  if (inner !== undefined) return { ...group, [step]: inner };
  const { [step]: _removed, ...kept } = group;
  return kept;
}

/** The value at a path as a fault names it. Undefined: there is none, or its name has marks of a path itself. */
export const valueAt = (value: unknown, path: string): unknown =>
  [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].reduce<unknown>(
    (at, [, key, index]) => (key === undefined ? asList(at)[Number(index)] : asGroup(at)[key]),
    value,
  );

export const sameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The faults below a path, as seen from there. */
export const faultsUnder = (faults: readonly FieldFault[], at: string): readonly FieldFault[] =>
  faults.flatMap(({ path, message }) => {
    if (at === '') return [{ path, message }];
    if (path !== at && !path.startsWith(`${at}.`) && !path.startsWith(`${at}[`)) return [];
    return [{ path: path.slice(at.length).replace(/^\./, ''), message }];
  });

/** Whether a group stands in the files only if something is in it that it needs. */
export const isOptional = ({ is_required: isRequired, fields = [] }: FormField): boolean =>
  isRequired !== true && fields.some((field) => field.is_required);

const hasFields = ({ kind }: FormField): boolean => kind === 'group' || kind === 'rows' || kind === 'rules';

/** Whether a field of the form shows what is wrong at a path. */
export function hasPlace(fields: readonly FormField[], path: string): boolean {
  const [, key = '', rest = ''] = /^([^.[]+)(.*)$/.exec(path) ?? [];
  const field = fields.find((each) => each.key === key);
  if (!field) return false;
  const below = rest.replace(/^\[\d+\]/, '').replace(/^\./, '');
  if (below === '' || !hasFields(field)) return true;
  // Rules in rules have the fields of the outer ones.
  return hasPlace(field.fields ?? fields, below);
}

/** The labels on the way to a field, like `Caps`, `cap 1`, `Limit`. */
export function placeWords(fields: readonly FormField[], path: string): readonly string[] {
  const [, key = '', rest = ''] = /^([^.[]+)(.*)$/.exec(path) ?? [];
  const field = fields.find((each) => each.key === key);
  if (!field) return [];
  const [, at, below = ''] = /^(?:\[(\d+)\])?\.?(.*)$/.exec(rest) ?? [];
  const row = at === undefined || !hasFields(field) ? [] : [`${field.one ?? 'row'} ${Number(at) + 1}`];
  const inner = below === '' || !hasFields(field) ? [] : placeWords(field.fields ?? fields, below);
  return [field.label, ...row, ...inner];
}

export const fieldsOf = (sections: readonly FormSection[]): readonly FormField[] =>
  sections.flatMap(({ fields }) => fields);

/**
 * The entry as it is saved: without groups that nothing is in. Keys stand in the order in which they were `read`, and new ones
 * where the form has them.
 */
export function tidied(entry: Group, fields: readonly FormField[], read: unknown): Group {
  const before = asGroup(read);
  const made = Object.entries(entry).flatMap(([key, value]) => {
    const field = fields.find((each) => each.key === key);
    const tidy = field ? tidyValue(value, field, fields, before[key]) : value;
    return tidy === undefined ? [] : [[key, tidy] as const];
  });
  const rank = ([key]: Pair): number => fields.findIndex((field) => field.key === key);
  const result: Pair[] = made.filter(([key]) => Object.hasOwn(before, key));
  const added = made.filter(([key]) => !Object.hasOwn(before, key)).sort((a, b) => rank(a) - rank(b));
  for (const pair of added)
    result.splice(result.findLastIndex((each) => rank(each) <= rank(pair)) + 1, 0, pair);
  return Object.fromEntries(result);
}

type Pair = readonly [key: string, value: unknown];

function tidyValue(value: unknown, field: FormField, siblings: readonly FormField[], read: unknown): unknown {
  const own = field.fields ?? siblings;
  const before = asList(read);
  switch (field.kind) {
    case 'group': {
      const group = tidied(asGroup(value), own, read);
      return Object.keys(group).length === 0 && !isOptional(field) ? undefined : group;
    }
    case 'rules':
      return asList(value).map((rule, at) => tidied(withoutNothing(asGroup(rule)), own, before[at]));
    case 'rows':
      return asList(value).map((row, at) => (isGroup(row) ? tidied(row, own, before[at]) : row));
    default:
      return value;
  }
}

/** A test that was begun, and has no value yet. */
const withoutNothing = (rule: Group): Group =>
  Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null && value !== undefined));

/** What is typed, on top of what is stored by now: a key that was not changed here has the stored value. */
export function onTop(read: Group, typed: Group, stored: Group): Group {
  const keys = [...new Set([...Object.keys(stored), ...Object.keys(typed)])];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = sameValue(read[key], typed[key]) ? stored[key] : typed[key];
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

/** The keys that differ. */
export const changedKeys = (one: Group, other: Group): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (key) => !sameValue(one[key], other[key]),
  );

/** A handle made from a name. */
export const handleOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);

const UNIT_WORDS: Readonly<Record<string, string>> = {
  ...{ ms: 'millisecond', s: 'second', m: 'minute', h: 'hour', d: 'day' },
};

/** `30m` as `30 minutes`; other words stay. */
export function durationWords(duration: unknown): string {
  const [, number, unit = ''] = /^(\d+)(ms|s|m|h|d)$/.exec(asText(duration)) ?? [];
  if (number === undefined) return asText(duration);
  return `${number} ${UNIT_WORDS[unit] ?? unit}${number === '1' ? '' : 's'}`;
}
