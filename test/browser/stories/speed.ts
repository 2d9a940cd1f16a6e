import { expect } from 'chai';
import { measurePage } from '../harness/measure-page.js';
import type { World } from '../world/open-world.js';
import { inFull } from '../../support/in-full.js';

/** Bytes of compressed script until Now can be used. */
const MOST_SCRIPT = 220 * 1024;

/** How long somebody with a slow computer waits for Now, and how much script comes. */
export function tellSpeed(world: () => World): void {
  inFull('opens Now with little script, on a computer of a quarter of the speed', async () => {
    const { person, browser, url } = world();
    const viewer = await person({ name: 'Vic View', roles: ['viewer'] });
    const cookies = await viewer.context.cookies();
    const figures = await measurePage(browser, url, {
      url: '/',
      usable: '[aria-label="Today"]',
      before: ({ context }) => context.addCookies(cookies),
    });
    console.log(`      Now at 4 × CPU throttling, median of 5: ${JSON.stringify(figures)}`);
    expect(figures.script_bytes).to.be.within(1, MOST_SCRIPT);
  });
}
