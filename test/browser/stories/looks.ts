import { expect } from 'chai';
import { axeFindings } from '../harness/check-axe.js';
import type { Page, Route } from '../harness/playwright.js';
import type { World } from '../world/open-world.js';
import { goInside, loaded, type Person } from '../world/person.js';
import { screensOf, type Screen } from '../world/screens.js';
import { THEMES, wear } from '../world/themes.js';
import { inFull } from '../../support/in-full.js';

/** Somebody who may see and do everything. */
const VERA = { name: 'Vera Stone', roles: ['operator', 'finance', 'admin'] } as const;

const API = /\/api\/v1\/operator\//;

const refusing = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { code, message, request_id: 'r-1' } });

type InState = readonly [state: string, handle: (route: Route) => Promise<void>];

/** What the API does to a screen, and what the screen then looks like. */
const STATES: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  empty: async (route) => {
    const response = await route.fetch();
    const isJson = /json/.test(response.headers()['content-type'] ?? '');
    if (!isJson || response.status() !== 200) return route.fulfill({ response });
    return route.fulfill({ response, json: emptied(await response.json()) });
  },
  error: refusing(503, 'UNAVAILABLE', 'The database is away. Try again.'),
  forbidden: refusing(403, 'FORBIDDEN', 'You need another permission for this.'),
  // Never answered.
  loading: () => Promise.resolve(),
};

/** A screen asks three times before it tells of an error, so several tabs wait at once. */
const PARTS_OF_ERRORS = 4;

/** Some screens ask for nothing before somebody does something. */
const BEGUN = 'main h1, main [aria-label="Loading"]';

const inParts = <One>(all: readonly One[], parts: number): One[][] =>
  Array.from({ length: parts }, (_, nth) => all.filter((_one, n) => n % parts === nth));

/** The same document without the members of its lists. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, emptied(one)]));
}

/** Every screen in both themes and every state. */
export function tellLooks(world: () => World): void {
  let reader: Person;
  let screens: readonly Screen[];
  beforeEach(async () => {
    reader = await world().person(VERA);
    await reader.open('/leads');
    screens = await screensOf(world(), reader);
  });

  inFull('has every screen of the navigation in its list', async () => {
    const links = await reader.page.evaluate<string[]>(
      `[...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))`,
    );
    expect(links.length).to.be.greaterThan(3);
    expect(screens.map(({ path }) => path)).to.include.members(links);
  });

  it('shows all columns of the campaigns at 1,440 pixels', async () => {
    await reader.page.setViewportSize({ width: 1_440, height: 900 });
    await goInside(reader.page, '/campaigns');
    await reader.page.locator('main tbody tr').first().waitFor();
    const hidden = await reader.page.evaluate<number>(
      `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('main .scroll-x'))`,
    );
    expect(hidden).to.equal(0);
  });

  inFull('is accessible on every screen, in both themes and in every state', async () => {
    const tabs = [
      lookAround('with data', reader.page, screens),
      ...Object.entries(STATES).flatMap(([state, handle]) =>
        inParts(screens, state === 'error' ? PARTS_OF_ERRORS : 1).map((part) =>
          lookInState([state, handle], part),
        ),
      ),
    ];
    const wrong = (await Promise.all(tabs)).flat();
    if (wrong.length > 0) throw new Error(`${wrong.length} findings:\n${wrong.join('\n')}`);
    reader.expectNone();
  });

  /** What the API is made to answer in this tab is no fault of the page. */
  async function lookInState([state, handle]: InState, part: readonly Screen[]): Promise<string[]> {
    const tab = await reader.context.newPage();
    await tab.route(API, handle);
    const wrong = await lookAround(state, tab, part);
    await tab.close();
    return wrong;
  }

  /** A tab stays in one state and goes through its screens, without loading the page again. */
  async function lookAround(state: string, tab: Page, part: readonly Screen[]): Promise<string[]> {
    const wrong: string[] = [];
    await tab.goto(`${world().url}/no-such-screen`);
    for (const { name, path } of part) {
      const found = lookAt(path, state, tab).catch((error: unknown) => {
        throw new Error(`${name}, ${state}: ${String(error)}`, { cause: error });
      });
      wrong.push(...(await found).map((finding) => `${name}, ${state}, ${finding}`));
    }
    return wrong;
  }

  async function lookAt(path: string, state: string, tab: Page): Promise<string[]> {
    const wrong: string[] = [];
    await goInside(tab, path);
    if (state === 'loading') await tab.locator(BEGUN).first().waitFor();
    else await loaded(tab);
    for (const theme of THEMES) {
      await wear(tab, theme);
      const rules = theme === THEMES[0] ? 'all' : 'colors';
      wrong.push(...(await axeFindings(tab, rules)).map((finding) => `${theme}: ${finding}`));
    }
    return wrong;
  }
}
