import { expect } from 'chai';
import type { World } from '../world/open-world.js';
import type { Person } from '../world/person.js';

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

  it('an entry that comes back is shown with each field that is another one', async () => {
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
}
