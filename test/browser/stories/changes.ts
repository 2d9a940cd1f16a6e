import { expect } from 'chai';
import type { World } from '../world/open-world.js';
import type { Person } from '../world/person.js';
import { inFull } from '../../support/in-full.js';

interface Field {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What the screen of a version shows of these fields of one entry: was and becomes, as read on the screen. */
async function shownOf(person: Person, fields: readonly Field[], change = 'changed'): Promise<string[][]> {
  const changes = [{ kind: 'offer', handle: 'mba', change, fields }];
  await person.page.route(/\/catalogue\/diff\?/, (route) =>
    route.fulfill({ status: 200, json: { from: 2, to: 1, changes } }),
  );
  await person.open('/catalogue/versions/1?from=2');
  const codes = await person.page.locator('main code').allInnerTexts();
  return fields.map((_, at) => codes.slice(2 * at, 2 * at + 2));
}

/** What somebody who approves a draft is shown of it. */
export function tellChanges(world: () => World): void {
  const reader = (): Promise<Person> => world().person({ name: 'Adam Other', roles: ['admin'] });

  inFull('an entry that comes back is shown with each field that is another one', async () => {
    const adam = await reader();
    const fields = [
      { path: 'status', before: 'retired', after: 'active' },
      { path: 'price_cents', before: 4_000, after: 40 },
    ];
    expect(await shownOf(adam, fields, 'revived')).to.deep.equal([
      ['retired', 'active'],
      ['4000', '40'],
    ]);
    adam.expectNone();
  });

  inFull('two values that differ are never shown as the same text, however long they are', async () => {
    const adam = await reader();
    const [same, near, far] = ['They may call. '.repeat(50), 'y'.repeat(40), 'z'.repeat(20_000)];
    const rulesTo = (min: number): object[] => [
      ...Array.from({ length: 30 }, (_, at) => ({ in: [at] })),
      { min },
    ];
    const endOf = (value: unknown, length: number): string => `…${JSON.stringify(value).slice(-length)}`;
    const rows: readonly (readonly [before: unknown, after: unknown, was: string, becomes: string])[] = [
      [`${same}May we?`, `${same}We may.`, `…${same.slice(-40)}May we?`, `…${same.slice(-40)}We may.`],
      [rulesTo(18), rulesTo(81), endOf(rulesTo(18), 44), endOf(rulesTo(81), 44)],
      [`a${same}b`, `c${same}d`, `a${same}b`, `c${same}d`],
      [`y${near}${near}y`, `y${near}${far}${near}y`, `…${near}${near}…`, `…${near}${far}${near}…`],
      ['a b', 'a  b', 'a b', 'a␣␣b'],
      ['a', 'a ', 'a', 'a␣'],
      ['a b', 'a\nb', 'a b', 'a⏎\nb'],
      ['a b', 'a\u00a0b', 'a b', 'a⟨U+00A0⟩b'],
      ['a\u200bb', 'a\u200cb', 'a⟨U+200B⟩b', 'a⟨U+200C⟩b'],
      ['a\u200bb', 'a⟨U+200B⟩b', 'a⟨U+200B⟩b', 'a⟨U+27E8⟩U+200B⟩b'],
      ['a\u202eb', 'ab', 'a⟨U+202E⟩b', 'ab'],
      ['\u00e9', 'e\u0301', '⟨U+00E9⟩', 'e⟨U+0301⟩'],
      ['😀', '😁', '😀', '😁'],
      [['a, b'], ['a', 'b'], '["a, b"]', '["a","b"]'],
      ['1', 1, '"1"', '1'],
      [null, 'not set', 'not set', '"not set"'],
      [['claim', 'scrub'], ['scrub', 'claim'], '["claim","scrub"]', '["scrub","claim"]'],
    ];
    const shown = await shownOf(
      adam,
      rows.map(([before, after], at) => ({ path: `field.${at}`, before, after })),
    );
    expect(shown).to.deep.equal(rows.map(([, , was, becomes]) => [was, becomes]));
    adam.expectNone();
  });
}
