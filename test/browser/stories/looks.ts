import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { CLONE_DIR } from '../../../scripts/processes/clone-dir.js';
import { axeFindings } from '../harness/check-axe.js';
import type { Page, Route } from '../harness/playwright.js';
import type { World } from '../world/open-world.js';
import { loaded, type Person } from '../world/person.js';
import { screensOf, type Screen } from '../world/screens.js';

/** Somebody who may see and do everything. */
const VERA = { name: 'Vera Stone', roles: ['operator', 'finance', 'admin'] } as const;

const API = /\/api\/v1\/operator\//;
const PICTURES = join(CLONE_DIR, '.leadkeep/pictures');
const THEMES = ['light', 'dark'] as const;

/** What the API does to a screen, and what the screen then looks like. */
const STATES: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  empty: async (route) => {
    const response = await route.fetch();
    const isJson = /json/.test(response.headers()['content-type'] ?? '');
    if (!isJson || response.status() !== 200) return route.fulfill({ response });
    return route.fulfill({ response, json: emptied(await response.json()) });
  },
  error: (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'UNAVAILABLE', message: 'The database is away. Try again.', request_id: 'r-1' },
    }),
  // Never answered.
  loading: () => Promise.resolve(),
};

/** The same document without the members of its lists. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, emptied(one)]));
}

/** Every screen in both themes and every state. `PICTURES=1` keeps the pictures of docs/console.md. */
export function tellLooks(world: () => World): void {
  it('has every screen of the navigation in its list', async () => {
    const reader = await world().person(VERA);
    const screens = await screensOf(world());
    const page = await reader.open('/leads');
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))`,
    );
    expect(links.length).to.be.greaterThan(3);
    expect(screens.map(({ path }) => path)).to.include.members(links);
  });

  it('is accessible on every screen, in both themes, with data, without, loading and in error', async () => {
    const reader = await world().person(VERA);
    const wrong: string[] = [];
    for (const screen of await screensOf(world())) {
      const page = await reader.open(screen.path);
      wrong.push(...(await wrongIn(page, screen.name, process.env['PICTURES'] !== undefined)));
      reader.expectNone();
      for (const [state, handle] of Object.entries(STATES))
        wrong.push(...(await inState(reader, screen, state, handle)));
    }
    if (wrong.length > 0) throw new Error(`${wrong.length} findings:\n${wrong.join('\n')}`);
  });

  async function inState(
    reader: Person,
    { name, path }: Screen,
    state: string,
    handle: (route: Route) => Promise<void>,
  ): Promise<string[]> {
    // What the API is made to answer in this tab is no fault of the page.
    const page = await reader.context.newPage();
    try {
      await page.route(API, handle);
      await page.goto(`${world().url}${path}`);
      await page.locator('main').first().waitFor();
      if (state === 'loading') await page.locator('[aria-label="Loading"]').first().waitFor();
      else await loaded(page);
      return await wrongIn(page, `${name}, ${state}`, false);
    } catch (error) {
      return [`${name}, ${state}: ${String(error)}`];
    } finally {
      await page.close();
    }
  }
}

/** Changes the theme, and waits until everything has its colors. */
async function wear(page: Page, colorScheme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

async function wrongIn(page: Page, name: string, isKept: boolean): Promise<string[]> {
  const wrong: string[] = [];
  for (const colorScheme of THEMES) {
    await wear(page, colorScheme);
    const findings = await axeFindings(page);
    wrong.push(...findings.map((finding) => `${name}, ${colorScheme}: ${finding}`));
    if (isKept) {
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`), animations: 'disabled' });
    }
  }
  return wrong;
}
