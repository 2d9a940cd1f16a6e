import { expect } from 'chai';
import type { Page } from '../harness/playwright.js';
import type { World } from '../world/open-world.js';

/** The zone of the world's books. */
const BOOKS_ZONE = 'America/Chicago';
const dayIn = (timeZone: string): string => new Date().toLocaleDateString('en-CA', { timeZone });

/** Another address of the same screen, which stays as it is. */
const turnTo = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);

/** Amounts, and the days that they belong to. */
export function tellMoney(world: () => World): void {
  it('"Today" of a report is the day of the accounting zone, wherever the reader is', async () => {
    // At each time of day, it is another day in one of them.
    const away = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find(
      (zone) => dayIn(zone) !== dayIn(BOOKS_ZONE),
    );
    const finance = await world().person({ name: 'Fay Away', roles: ['finance'], timezoneId: away ?? '' });
    const page = await finance.open('/reports?range=today&by=');
    await page.getByText(dayIn(BOOKS_ZONE), { exact: true }).waitFor();
    finance.expectNone();
  });

  it('a report is not shown or saved under the groups of another one', async () => {
    const finance = await world().person({ name: 'Fay Lindqvist', roles: ['finance'] });
    const page = await finance.open('/reports?range=last-month&by=affiliate');
    await page.getByText('northwind', { exact: true }).first().waitFor();
    let release = (): void => undefined;
    const looked = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/operator\/reports\?.*by=buyer/, async (route) => {
      await looked;
      await route.continue();
    });
    await turnTo(page, '/reports?range=last-month&by=buyer');
    await page.getByText(/, by buyer$/).waitFor();
    expect(await page.locator('main table').count()).to.equal(0);
    expect(await page.getByRole('main').getByRole('button', { name: 'CSV' }).isEnabled()).to.equal(false);
    release();
    await page.getByText('lakeshore', { exact: true }).first().waitFor();
    finance.expectNone();
  });

  it('a report offers the filters that it takes', async () => {
    const finance = await world().person({ name: 'Fay Lindqvist', roles: ['finance'] });
    const page = await finance.open('/reports?range=last-month&by=affiliate');
    await page.getByRole('button', { name: 'Only', exact: true }).click();
    await page.getByRole('dialog').locator('input').first().click();
    await page.getByRole('option', { name: 'Offer', exact: true }).waitFor();
    expect(await page.getByRole('option', { name: /^(Day|Hour)$/ }).count()).to.equal(0);
    finance.expectNone();
  });
}
