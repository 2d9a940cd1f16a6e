import { expect } from 'chai';
import type { Page } from '../harness/playwright.js';
import type { World } from '../world/open-world.js';
import { NASTY, plantText } from '../world/plant-text.js';
import { screensOf } from '../world/screens.js';

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };

/** Elements that a stored text made. */
const MADE = `document.querySelectorAll('[onerror], [onmouseover], main script, img[src="x"]').length`;
const TOO_WIDE = `Math.max(0, document.documentElement.scrollWidth - window.innerWidth)`;

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
  it('shows nasty texts as texts, on every screen, on a desk and on a phone', async () => {
    const { person, connection, stopConsole, startConsole } = world();
    const reader = await person({ name: 'Vera Stone', roles: ['operator', 'finance', 'admin'] });
    const screens = await screensOf(world());
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
        wrong.push(...(await faultsOf(page)).map((fault) => `${name} on a ${size}: ${fault}`));
      }
      await page.setViewportSize(DESK);
    }
    if (wrong.length > 0) throw new Error(`${wrong.length} findings:\n${wrong.join('\n')}`);
    expect(seen).to.be.greaterThan(screens.length / 2);
    reader.expectNone();
  });
}

async function faultsOf(page: Page): Promise<string[]> {
  const made = await page.evaluate<number>(MADE);
  const tooWide = await page.evaluate<number>(TOO_WIDE);
  const turned = await page.evaluate<string[]>(TURNED);
  return [
    ...(made > 0 ? [`${made} elements out of a text`] : []),
    ...(tooWide > 1 ? [`${tooWide} pixels too wide`] : []),
    ...turned.map((html) => `turns around what stands beside it: ${html}`),
  ];
}
