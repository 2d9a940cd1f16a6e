import fc from 'fast-check';

type Json = fc.JsonValue;
type Path = readonly (string | number)[];

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u00a0\ufeff',
  '\0',
  'a\0b',
  '\ud800',
  '1990-02-30',
  '1899-12-31',
  '2999-01-01',
  '10.0.0.1',
  '::1',
  '999.1.1.1',
  'ÀÉ',
  'x'.repeat(300),
  `${'a'.repeat(250)}@example.com`,
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '${jndi:ldap://x}',
  '../../etc/passwd',
  'null',
  '[object Object]',
  '1e309',
  '-1',
];

const HOSTILE_KEYS = [
  '$where',
  'a.b',
  '__proto__',
  'constructor',
  'prototype',
  '_bsontype',
  '_jsonata_lambda',
  'a\0',
  '',
  'toString',
  'lead',
];

const OTHER_VALUES: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  [],
  {},
  [null],
  [{}],
  { $gt: '' },
  { in: { in: { in: {} } } },
];

const pathsOf = (value: Json, at: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [at, ...Object.entries(value).flatMap(([key, member]) => pathsOf(member as Json, [...at, key]))]
    : [at];

/** A change of the value at a place; undefined takes it away. */
type Change = (value: Json) => Json | undefined;

const CHANGES: fc.Arbitrary<Change> = fc.oneof(
  fc.constant<Change>(() => undefined),
  fc.constantFrom(...HOSTILE_TEXTS).map(
    (text): Change =>
      () =>
        text,
  ),
  fc.constantFrom(...OTHER_VALUES).map(
    (other): Change =>
      () =>
        other,
  ),
  fc.constantFrom(' ', '\t', '\u2003', '\n').map(
    (blank): Change =>
      (value) =>
        typeof value === 'string' ? `${blank}${value}${blank}` : [value],
  ),
  fc.constant<Change>((value) => (typeof value === 'string' ? value.toUpperCase() : JSON.stringify(value))),
  fc.tuple(fc.constantFrom(...HOSTILE_KEYS), fc.jsonValue({ maxDepth: 1 })).map(
    ([key, more]): Change =>
      (value) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? withOwn(value, key, more)
          : `${JSON.stringify(value)}${key}`,
  ),
);

/** Also for `__proto__`, which an assignment would not make a key of. */
const withOwn = (value: object, key: string, member: unknown): Json =>
  Object.fromEntries([...Object.entries(value), [key, member]]);

function changed(value: Json, path: Path, change: Change): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const entries = Object.entries(value as object).flatMap(([name, member]) => {
    const now = name === key ? changed(member as Json, rest, change) : (member as Json);
    return now === undefined ? [] : [[name, now] as const];
  });
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

/** The bodies with one to three changes somewhere inside. They stay objects. */
export const mutated = (bodies: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(bodies, fc.array(fc.tuple(fc.nat(), CHANGES), { minLength: 1, maxLength: 3 }))
    .map(([body, changes]) =>
      changes.reduce<Json>((now, [place, change]) => {
        const paths = pathsOf(now).filter(({ length }) => length > 0);
        const path = paths[place % Math.max(1, paths.length)];
        return path ? (changed(now, path, change) ?? now) : now;
      }, body),
    );
