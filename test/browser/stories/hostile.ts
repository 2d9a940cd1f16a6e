import { expect } from 'chai';
import { until } from '../../support/until.js';
import type { Page } from '../harness/playwright.js';
import type { World } from '../world/open-world.js';
import { NASTY, plantText } from '../world/plant-text.js';
import { screensOf } from '../world/screens.js';
import { inFull } from '../../support/in-full.js';

const PHONE = { width: 360, height: 740 };
const SETTLED_MS = 5_000;
const DESK = { width: 1280, height: 800 };

/** Elements that a stored text made. */
const MADE = `document.querySelectorAll('[onerror], [onmouseover], main script, img[src="x"]').length`;

/** How much wider than the window the page is, or than its place the content, which would be cut off; and what makes it so. */
const TOO_WIDE = `(() => {
  const main = document.querySelector('main');
  const over = Math.max(document.documentElement.scrollWidth - window.innerWidth, main.scrollWidth - main.clientWidth);
  if (over <= 1) return '';
  const wide = [...main.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1);
  const outside = wide.filter((element) => !element.closest('.scroll-x'));
  return over + ' pixels too wide: ' + outside.map(({ outerHTML }) => outerHTML.slice(0, 160)).slice(0, 3).join(' | ');
})()`;

/** Texts with a mark that turns the direction around, which would also turn what stands beside them. */
const TURNED = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const turned = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.includes('\\u202e')) continue;
    let inside = node;
    for (let element = node.parentElement; element; element = element.parentElement) {
      const { unicodeBidi, display } = getComputedStyle(element);
      if (/isolate|plaintext/.test(unicodeBidi)) break;
      if (!display.startsWith('inline')) {
        if (element.textContent.length > inside.textContent.length + 4) turned.push(element.outerHTML.slice(0, 120));
        break;
      }
      inside = element;
    }
  }
  return [...new Set(turned)].slice(0, 3);
})()`;

/** HTML, scripts, marks, ESC and 10,000 characters in every stored text. Told last: nothing is left as it was. */
export function tellHostileTexts(world: () => World): void {
  inFull('shows nasty texts as texts, on every screen, on a desk and on a phone', async () => {
    const { person, connection, stopConsole, startConsole } = world();
    const reader = await person({ name: 'Vera Stone', roles: ['operator', 'finance', 'admin'] });
    await reader.open('/leads');
    const screens = await screensOf(world(), reader);
    await stopConsole();
    expect(await plantText(connection)).to.be.greaterThan(500);
    await startConsole();
    const wrong: string[] = [];
    let seen = 0;
    for (const { name, path } of screens) {
      const page = await reader.open(path);
      if ((await page.content()).includes(NASTY.slice(-12))) seen += 1;
      for (const [size, viewport] of Object.entries({ desk: DESK, phone: PHONE })) {
        await page.setViewportSize(viewport);
        wrong.push(...(await lastingFaults(page)).map((fault) => `${name} on a ${size}: ${fault}`));
      }
      await page.setViewportSize(DESK);
    }
    if (wrong.length > 0) throw new Error(`${wrong.length} findings:\n${wrong.join('\n')}`);
    expect(seen).to.be.greaterThan(screens.length / 2);
    reader.expectNone();
  });
}

/** A chart follows the window a moment later. What is wrong stays so. */
async function lastingFaults(page: Page): Promise<string[]> {
  let faults: string[] = [];
  const isSound = async (): Promise<boolean> => (faults = await faultsOf(page)).length === 0;
  await until(isSound, 'the page fits', SETTLED_MS).catch(() => undefined);
  return faults;
}

async function faultsOf(page: Page): Promise<string[]> {
  const made = await page.evaluate<number>(MADE);
  const tooWide = await page.evaluate<string>(TOO_WIDE);
  const turned = await page.evaluate<string[]>(TURNED);
  return [
    ...(made > 0 ? [`${made} elements out of a text`] : []),
    ...(tooWide === '' ? [] : [tooWide]),
    ...turned.map((html) => `turns around what stands beside it: ${html}`),
  ];
}
