import { expect } from 'chai';
import { expectAccessible } from '../harness/check-axe.js';
import type { World } from '../world/open-world.js';
import { loaded } from '../world/person.js';

/** A report: what stands beside what, and where its numbers lead. */
export function tellReports(world: () => World): void {
  it('an operator compares hours with money, follows a number to its leads, and opens the saved view again', async () => {
    const { person } = world();
    const olive = await person({ name: 'Olive Hart', roles: ['operator'] });
    const page = await olive.open('/reports?range=7d&by=affiliate');
    // Names, not handles, also where one is chosen.
    await page.getByRole('button', { name: 'Only', exact: true }).click();
    await page.getByRole('combobox', { name: 'Value' }).click();
    await page.getByRole('option', { name: 'Northwind Media', exact: true }).click();
    await page.locator('.chip').getByText('Northwind Media').waitFor();
    await olive.open('/reports?range=yesterday&by=hour&measure=submits,revenue_cents');
    await page.getByRole('img', { name: 'Submits and Revenue by hour' }).waitFor();
    // Also hours in which nothing happened.
    expect(await page.locator('main tbody tr').count()).to.be.within(23, 24);
    await page.getByRole('switch', { name: 'Compare with the period before' }).press('Space');
    await page.getByText(/Below each number is that of \d{4}-\d\d-\d\d\./).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Payout', exact: true }).press('Space');
    await page.getByRole('columnheader', { name: 'Payout', exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Hours with money');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved as Hours with money.').waitFor();
    await loaded(page);
    await expectAccessible(page, 'a report with a saved view');
    const number = page.locator('main tfoot').getByRole('link', { name: /^Submits: / });
    const submits = Number((await number.innerText()).replaceAll(',', ''));
    await number.click();
    await page.waitForURL(/\/leads\?from=/);
    await loaded(page);
    expect(Math.min(submits, 50)).to.be.greaterThan(0);
    await page
      .locator('main tbody tr')
      .nth(Math.min(submits, 50) - 1)
      .waitFor();
    await olive.open('/reports');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Hours with money' }).click();
    await page.waitForURL(/compare=previous/);
    await page.getByRole('button', { name: 'Hours with money' }).waitFor();
    olive.expectNone();
  });
}
