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
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
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
    await page.getByRole('button', { name: 'Revenue', exact: true }).click();
    await page.waitForURL(/sort=-revenue_cents/);
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
    await page.waitForURL(/compare=previous.*sort=-revenue_cents/);
    await page.getByRole('columnheader', { name: 'Revenue ↓' }).waitFor();
    await page.getByRole('button', { name: 'Hours with money' }).waitFor();
    olive.expectNone();
  });

  it('a view that is mailed says when, what came of it, and what the mail server refused', async () => {
    const olive = await world().person({ name: 'Olive Hart', roles: ['operator'] });
    const { page } = olive;
    const mail = {
      ...{
        every: 'week',
        on: 1,
        hour: 8,
        zone: 'America/Chicago',
        to: ['ops@example.com', 'gone@example.com'],
      },
      ...{ next_at: '2027-01-04T14:00:00Z', stopped: null },
      last: { at: '2026-12-28T14:00:00Z', ok: true, detail: 'The mail server refused 1 of 2 receivers.' },
      refused: [{ address: 'gone@example.com', at: '2026-12-28T14:00:05Z' }],
    };
    const view = {
      ...{
        id: '50000000-0000-4000-8000-000000000001',
        screen: 'reports',
        name: 'Mondays',
        query: 'range=7d',
      },
      ...{ saved_at: '2026-11-01T00:00:00Z', mail },
    };
    await page.route(/\/operator\/saved-views\?/, (route) =>
      route.fulfill({ json: { can_mail: true, views: [view] } }),
    );
    let sent: object | undefined;
    await page.route(/\/operator\/saved-views\/.*\/mail$/, (route) => {
      sent = route.request().postDataJSON() as object;
      return route.fulfill({ json: view });
    });
    await olive.open('/reports');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Manage views' }).click();
    await page
      .getByText(/Mailed every week on Monday at 08:00 \(America\/Chicago\) to ops@example\.com/)
      .waitFor();
    await page.getByText(/The mail server refused gone@example\.com\. Nothing more is sent there/).waitFor();
    await expectAccessible(page, 'saved views that are mailed');
    await page.getByRole('button', { name: 'Change the schedule' }).click();
    await page.getByRole('button', { name: 'Save the schedule' }).waitFor();
    await expectAccessible(page, 'the schedule of a view');
    await page.getByRole('button', { name: 'Save the schedule' }).click();
    await page.getByText('Mondays is mailed every week.').waitFor();
    expect(sent).to.deep.include({ every: 'week', on: 1, hour: 8, zone: 'America/Chicago', to: mail.to });
    olive.expectNone();
  });
}
