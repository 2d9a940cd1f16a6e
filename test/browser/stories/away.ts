import { expect } from 'chai';
import type { World } from '../world/open-world.js';

/** The database and the console itself go away, and come back. */
export function tellAway(world: () => World): void {
  it('keeps what was read while the database or the console is away, and goes on by itself', async () => {
    const { person, database, stopConsole, startConsole } = world();
    const viewer = await person({ name: 'Vic View', roles: ['viewer'] });
    viewer.allow(/status of 503|net::ERR_/);
    const page = await viewer.open('/');
    const isOld = page.getByText(/read earlier|not known right now/i).first();
    await database.goAway();
    await isOld.waitFor({ timeout: 30_000 });
    expect(await page.getByText('Submits today').count()).to.equal(1);
    await database.comeBack();
    await isOld.waitFor({ state: 'hidden', timeout: 30_000 });
    await stopConsole();
    await page
      .getByText(/can’t be (reached|had)|read earlier/)
      .first()
      .waitFor({ timeout: 30_000 });
    await startConsole();
    await isOld.waitFor({ state: 'hidden', timeout: 30_000 });
    viewer.expectNone();
  });
}
