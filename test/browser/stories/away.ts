import { expect } from 'chai';
import { expectAccessible } from '../harness/check-axe.js';
import type { World } from '../world/open-world.js';
import { inFull } from '../../support/in-full.js';

/** The database and the console itself go away, and come back. */
export function tellAway(world: () => World): void {
  inFull('says that it is cut off while the reader is offline, and goes on by itself', async () => {
    const finance = await world().person({ name: 'Fay Lindqvist', roles: ['finance'] });
    finance.allow(/net::ERR_/);
    const page = await finance.open('/statements');
    const cutOff = page.getByText('Can’t reach Leadkeep right now');
    await finance.context.setOffline(true);
    await cutOff.waitFor({ timeout: 15_000 });
    await finance.context.setOffline(false);
    await cutOff.waitFor({ state: 'hidden', timeout: 15_000 });
    finance.expectNone();
  });

  inFull('keeps what was read while the database or the console is away, and goes on by itself', async () => {
    const { person, database, stopConsole, startConsole } = world();
    const viewer = await person({ name: 'Vic View', roles: ['viewer'] });
    viewer.allow(/status of 503|net::ERR_/);
    const page = await viewer.open('/');
    let last: Readonly<Record<string, string>> = {};
    page.on('request', (request) => {
      if (request.url().endsWith('/operator/now')) last = request.headers();
    });
    const isOld = page.getByText(/newer data right now|can’t be checked right now/i).first();
    await database.goAway();
    await isOld.waitFor();
    expect(await page.getByText('Submits today').count()).to.equal(1);
    await expectAccessible(page, 'Now, with what was read earlier');
    await database.comeBack();
    await isOld.waitFor({ state: 'hidden' });
    await stopConsole();
    await page
      .getByText(/can’t (reach|load)/i)
      .first()
      .waitFor();
    await startConsole();
    await isOld.waitFor({ state: 'hidden' });
    // Nobody has touched the page for so long: what it asks does not keep the session alive.
    expect(last).to.include({ 'leadkeep-background': '1' });
    viewer.expectNone();
  });
}
