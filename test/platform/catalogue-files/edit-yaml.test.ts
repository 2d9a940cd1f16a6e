import { expect } from 'chai';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { editYaml } from '../../../src/platform/catalogue-files/edit-yaml.js';
import { readYamlFile } from '../../../src/platform/catalogue-files/yaml-file.js';

type Path = readonly (string | number)[];
type Group = Record<string | number, unknown>;

const dataOf = (text: string): unknown => readYamlFile({ name: 'a.yaml', text }).data;

/** Every value below `value`, by its path. */
function* valuesIn(
  value: unknown,
  path: Path = [],
): Generator<{ readonly path: Path; readonly value: unknown }> {
  yield { path, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value))
    yield* valuesIn(each, [...path, Array.isArray(value) ? Number(key) : key]);
}

function withValue(data: unknown, path: Path, value: unknown): unknown {
  // Through JSON, because aliases share what they repeat.
  const copy = JSON.parse(JSON.stringify(data)) as unknown;
  const parent = path.slice(0, -1).reduce((node, step) => (node as Group)[step], copy) as Group;
  parent[path.at(-1) ?? ''] = value;
  return copy;
}

/** The lines of both that are not the same at their beginnings and ends. */
function otherLines(before: string, after: string): readonly [string[], string[]] {
  const [one, other] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < Math.min(one.length, other.length) && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(one.length, other.length) - head && one.at(-1 - tail) === other.at(-1 - tail))
    tail += 1;
  return [one.slice(head, one.length - tail), other.slice(head, other.length - tail)];
}

const EXAMPLES = [
  ...readdirSync('examples')
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `examples/${name}`),
  'sandbox/demo-catalogue.yaml',
];
const RUNS = Number(process.env['EDIT_RUNS'] ?? 12);

describe('editYaml', () => {
  for (const name of EXAMPLES) {
    const text = readFileSync(name, 'utf8');
    const data = dataOf(text);
    const values = [...valuesIn(data)].filter(({ path }) => path.length > 0 && path.at(-1) !== 'handle');

    it(`changes one line of ${name} for one value of one line`, () => {
      const scalars = values.filter(
        ({ value }) => typeof value !== 'object' && !JSON.stringify(value).includes('\\n'),
      );
      fc.assert(
        fc.property(fc.constantFrom(...scalars), fc.boolean(), ({ path, value }, isWindows) => {
          const before = isWindows ? text.replaceAll('\n', '\r\n') : text;
          const next =
            typeof value === 'number'
              ? value + 1
              : typeof value === 'boolean'
                ? !value
                : `${String(value)}, [x]: y`;
          const target = withValue(data, path, next);
          const after = editYaml(before, target) ?? '';
          expect(dataOf(after)).to.deep.equal(target);
          const [was, is] = otherLines(before, after);
          // What an alias repeats, and what it is written out to, takes more lines.
          if (/[&*]\w/.test(was.join(''))) return;
          expect([was.length, is.length], `${path.join('.')}\n${after}`).to.deep.equal([1, 1]);
          const comment = /\s#(?![^']*').*$/.exec(was[0] ?? '')?.[0];
          if (comment !== undefined) expect(is[0]).to.contain(comment);
        }),
        { numRuns: RUNS },
      );
    }).timeout(60_000);

    it(`says any other value in ${name}`, () => {
      const other = fc.constantFrom<unknown>(7, 'one\ntwo\n', [], {}, ['a', 'b'], [{ x: 1, y: 'a\n\nb' }], {
        of: { a: '#' },
      });
      fc.assert(
        fc.property(fc.constantFrom(...values), other, ({ path }, next) => {
          const target = withValue(data, path, next);
          expect(dataOf(editYaml(text, target) ?? '')).to.deep.equal(target);
        }),
        { numRuns: RUNS },
      );
    }).timeout(60_000);
  }

  const TEXT = `version: 1 # of the format
offers:
  # First.
  - handle: a
    price: &usual 42.50 # dollars
    caps:
      - { window: day, limit: 20 } # by contract
      - window: hour # by us
        limit: 5
    # What they asked for.
    body: |
      { "a": 1 }

  # Second.
  - handle: b
    price: *usual
    states: [IL, WI]
`;
  const edit = (change: (offers: Group[]) => unknown): string => {
    const data = JSON.parse(JSON.stringify(dataOf(TEXT))) as { offers: Group[] };
    change(data.offers);
    const edited = editYaml(TEXT, data) ?? '';
    expect(dataOf(edited)).to.deep.equal(data);
    const [was, is] = otherLines(TEXT, edited);
    return `${was.join('\n')}\n=>\n${is.join('\n')}`;
  };
  const [a, b] = [0, 1];
  for (const [what, change, expected] of [
    [
      'writes a number as it was written, and an alias out where its value stays',
      (offers: Group[]) => (offers[a]!['price'] = 43),
      '    price: &usual 42.50 # dollars\n    caps:\n      - { window: day, limit: 20 } # by contract\n      - window: hour # by us\n        limit: 5\n    # What they asked for.\n    body: |\n      { "a": 1 }\n\n  # Second.\n  - handle: b\n    price: *usual\n=>\n    price: &usual 43.00 # dollars\n    caps:\n      - { window: day, limit: 20 } # by contract\n      - window: hour # by us\n        limit: 5\n    # What they asked for.\n    body: |\n      { "a": 1 }\n\n  # Second.\n  - handle: b\n    price: 42.5',
    ],
    [
      'replaces an alias alone',
      (offers: Group[]) => (offers[b]!['price'] = 41),
      '    price: *usual\n=>\n    price: 41',
    ],
    [
      'changes a value between braces',
      (offers: Group[]) => ((offers[a]!['caps'] as Group[])[0]!['limit'] = 60),
      '      - { window: day, limit: 20 } # by contract\n=>\n      - { window: day, limit: 60 } # by contract',
    ],
    [
      'adds an item to a list between brackets',
      (offers: Group[]) => (offers[b]!['states'] = ['IL', 'MN', 'WI']),
      '    states: [IL, WI]\n=>\n    states: [IL, MN, WI]',
    ],
    [
      'removes an item of a list',
      (offers: Group[]) => (offers[a]!['caps'] as Group[]).pop(),
      '      - window: hour # by us\n        limit: 5\n=>\n',
    ],
    [
      'adds a key behind the one that it follows',
      (offers: Group[]) => {
        const { handle, ...rest } = offers[a]!;
        offers[a] = { handle, status: 'paused', ...rest };
      },
      '\n=>\n    status: paused',
    ],
    [
      'removes a key, and leaves the comment above it',
      (offers: Group[]) => delete offers[a]!['body'],
      '    body: |\n      { "a": 1 }\n=>\n',
    ],
    [
      'adds an entry in the style of the others',
      (offers: Group[]) => offers.push({ handle: 'c', name: 'C' }),
      '\n=>\n  - handle: c\n    name: C',
    ],
    [
      'removes an entry',
      (offers: Group[]) => offers.pop(),
      '  - handle: b\n    price: *usual\n    states: [IL, WI]\n=>\n',
    ],
  ] as const)
    it(what, () => {
      expect(edit(change).replace(/\n$/, '')).to.equal(expected.replace(/\n$/, ''));
    });
});
