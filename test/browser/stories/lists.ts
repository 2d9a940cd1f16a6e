import { expect } from 'chai';
import { expectAccessible } from '../harness/check-axe.js';
import type { Page } from '../harness/playwright.js';
import type { World } from '../world/open-world.js';

const DESK = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** On a phone, tables scroll inside the page, which does not. */
async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(PHONE.width);
  await page.setViewportSize(DESK);
}

const choose = async (page: Page, select: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: select }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

interface Sold {
  readonly _id: string;
  readonly returns?: readonly object[];
  readonly decision: { readonly sale: { readonly buyer_id: string } };
}

/** Lists: what they show, how they are cut, and what is done from them. */
export function tellLists(world: () => World): void {
  it('an operator lists yesterday, chooses columns, turns the order, and returns the leads they check', async () => {
    const { person, connection } = world();
    const leads = connection.collection<Sold>('leads');
    const sold = await leads
      .find({ state: 'accepted', returns: { $exists: false }, 'decision.sale.buyer_id': /0002$/ })
      .sort({ received_at: -1 })
      .limit(2)
      .toArray();
    const ids = sold.map(({ _id }) => _id);
    const omar = await person({ name: 'Omar Haddad', roles: ['operator'] });
    const page = await omar.open(`/leads?code=ACCEPTED&buyer=${sold[0]?.decision.sale.buyer_id ?? ''}`);
    const asked = page.waitForResponse((response) => /operator\/leads\?.*from=/.test(response.url()));
    await choose(page, 'Received', 'Yesterday');
    const { searchParams: times } = new URL((await asked).url());
    const length = Date.parse(times.get('to') ?? '') - Date.parse(times.get('from') ?? '');
    expect(length / 3_600_000, 'a day, also where the clocks change').to.be.within(23, 25);
    await choose(page, 'Received', 'Any time');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Subid' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Subid' }).waitFor();
    await page.getByRole('button', { name: 'Received' }).click();
    await page.locator('th[aria-sort=ascending]').waitFor();
    expect(new URL(page.url()).searchParams.get('order')).to.equal('oldest');
    await page.getByRole('button', { name: 'Received' }).click();
    await page.locator('th[aria-sort=descending]').waitFor();
    for (const id of ids) await page.getByLabel(`Check the lead ${id.slice(0, 8)}…${id.slice(-4)}`).check();
    const checked = page.getByRole('group', { name: 'Checked leads' });
    await checked.getByText('2 leads checked').waitFor();
    await expectFits(page);
    await checked.getByRole('button', { name: 'Return' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option').first().click();
    await dialog.getByLabel(/^Return them even if/).check();
    await dialog.getByLabel('Why you override the rules').fill('they agreed on the phone');
    await dialog.getByRole('button', { name: 'Show the plan' }).click();
    await dialog.getByText('2 leads will change').waitFor();
    await expectAccessible(page, 'the plan for the leads that are checked');
    await dialog.getByRole('button', { name: 'Return 2 leads' }).click();
    await dialog.getByText('Done: 2 leads changed').waitFor();
    await page.keyboard.press('Escape');
    await checked.waitFor({ state: 'hidden' });
    const returned = await leads.find({ _id: { $in: ids } }).toArray();
    expect(returned.map(({ returns }) => returns?.length)).to.deep.equal([1, 1]);
    omar.expectNone();
  });

  it('an operator finds a buyer in the list of the last month, sorts by margin, pauses there, and saves the view', async () => {
    const omar = await world().person({ name: 'Omar Haddad', roles: ['operator'] });
    const page = await omar.open('/buyers');
    await choose(page, 'Days', 'Last 30 days');
    await page.locator('tfoot').getByText('Total').waitFor();
    await page.getByRole('button', { name: 'Margin' }).click();
    await page.locator('th[aria-sort=descending]').filter({ hasText: 'Margin' }).waitFor();
    await page.getByRole('searchbox', { name: 'Name' }).fill('harbor');
    const row = page.locator('tbody tr');
    await page.waitForURL(/q=harbor/);
    expect(await row.count()).to.equal(1);
    expect(await row.innerText()).to.match(/\$\d/);
    // What was listed before is pale until it is replaced.
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' });
    await expectAccessible(page, 'the list of buyers');
    await expectFits(page);
    // Its leads are those of the days of the books.
    const leads = await row.getByRole('link').nth(1).getAttribute('href');
    expect(leads).to.match(/^\/leads\?buyer=harbor&code=ACCEPTED&from=.+&to=/);
    await row.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Until' }).waitFor();
    await page.keyboard.press('Escape');
    await choose(page, 'Status', 'Active');
    expect(await row.count()).to.equal(1);
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Harbor by margin');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved as Harbor by margin.').waitFor();
    const { search } = new URL(page.url());
    await omar.open('/buyers');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Harbor by margin' }).click();
    await page.locator('th[aria-sort=descending]').filter({ hasText: 'Margin' }).waitFor();
    expect(new URL(page.url()).search).to.equal(search);
    expect(await row.count()).to.equal(1);
    omar.expectNone();
  });

  it('an operator reads all that there is of an affiliate on one page', async () => {
    const omar = await world().person({ name: 'Omar Haddad', roles: ['operator', 'finance'] });
    const page = await omar.open('/affiliates');
    await page.getByRole('searchbox', { name: 'Name' }).fill('northwind');
    await page.locator('tbody').getByRole('link').first().click();
    await page.waitForURL(/\/affiliates\/northwind$/);
    for (const heading of ['Money by day', 'Lead outcomes', 'Campaigns', 'Keys', 'Webhooks'])
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await page
      .getByText(/→ \$\d/)
      .first()
      .waitFor();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Issue a key' }).click();
    await dialog.getByRole('button', { name: 'Issue a key' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('columnheader', { name: 'Last used' }).waitFor();
    await page.getByRole('cell', { name: 'never', exact: true }).first().waitFor();
    await page
      .getByRole('link', { name: /^[A-Z][a-z]+ \d{4}$/ })
      .first()
      .waitFor();
    await expectAccessible(page, 'the page of an affiliate');
    await expectFits(page);
    omar.expectNone();
  });
}
