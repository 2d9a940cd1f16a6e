import { expect } from 'chai';
import type { Page } from '../harness/playwright.js';
import { auditEntries } from '../world/audit-entries.js';
import { until } from '../../support/until.js';
import type { World } from '../world/open-world.js';
import { inFull } from '../../support/in-full.js';

/** Amounts as the page writes them. */
const dollars = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);

const goTo = (page: Page, name: string): Promise<void> =>
  page.locator('nav').getByRole('link', { name, exact: true }).click();

/** The color of the fullest cap's bar. */
const FILLED = `getComputedStyle(document.querySelector('.cap-bar [data-level]')).backgroundColor`;

/** The page's clock is 32 days ahead. */
const NEXT_MONTH = `(() => {
  const now = Date.now.bind(Date);
  const ahead = () => now() + 32 * 86400000;
  window.Date = new Proxy(Date, { construct: (Real, of) => (of.length === 0 ? new Real(ahead()) : new Real(...of)) });
})()`;

/** How each role begins its day. */
export function tellMornings(world: () => World): void {
  it('a viewer reads Now, finds the slow buyer, and sees nobody', async () => {
    const { person, history } = world();
    const { slow_buyer, refused_lead } = history.answers;
    const viewer = await person({ name: 'Vic View', roles: ['viewer'] });
    const page = await viewer.open('/');
    await page.getByText('Submits today').waitFor();
    await page
      .getByText(/summit/i)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Assign to me' }).count()).to.equal(0);
    expect(await page.getByRole('link', { name: 'Settle them' }).count()).to.equal(0);
    await goTo(page, 'Buyers');
    await page.getByRole('link', { name: slow_buyer.name }).click();
    await page.getByRole('heading', { name: slow_buyer.name, level: 1 }).waitFor();
    await goTo(page, 'Caps');
    await page.locator('.cap-bar [data-level]').first().waitFor({ state: 'attached' });
    expect(await page.evaluate<string>(FILLED)).not.to.equal('rgba(0, 0, 0, 0)');
    await viewer.open(`/leads/${refused_lead.id}`);
    await page.getByText('masked').waitFor();
    expect(await page.content()).not.to.include(refused_lead.email);
    expect(await page.getByRole('button', { name: 'Show', exact: true }).count()).to.equal(0);
    viewer.expectNone();
  });

  it('support finds a person by e-mail, and says why the person is shown', async () => {
    const { person, history, connection } = world();
    const { id, email } = history.answers.refused_lead;
    const [other = ''] = history.answers.unknown_leads.ids;
    const support = await person({ name: 'Sue Port', roles: ['support'] });
    const page = await support.open('/leads');
    let release = (): void => undefined;
    const found = new Promise<void>((resolve) => (release = resolve));
    let finds = 0;
    await page.route(/\/operator\/find$/, async (route) => {
      finds += 1;
      if (finds === 1) await found;
      await route.continue();
    });
    const find = async (text: string): Promise<void> => {
      await page.getByLabel('Find a lead').fill(text);
      await page.getByLabel('Find a lead').press('Enter');
    };
    await find(other);
    await find(email ?? '');
    await page.waitForURL(new RegExp(id));
    // The first answer comes only now. Nobody waits for it any more, so it leads nowhere.
    const answered = page.waitForResponse((response) => response.url().endsWith('/operator/find'));
    release();
    await (await answered).text();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
    expect(new URL(page.url()).pathname).to.equal(`/leads/${id}`);
    expect(page.url()).not.to.include('robin');
    await page.getByText('state', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByLabel('Why').fill('the affiliate asks about it');
    await page.getByRole('button', { name: 'Show the personal data' }).click();
    await page.getByText('Robin', { exact: true }).waitFor();
    const [intent, outcome] = await auditEntries(connection, { action: 'lead.reveal', who: support.id });
    expect(intent).to.deep.include({ on: { kind: 'lead', ids: [id] }, why: 'The affiliate asks about it' });
    expect(outcome).to.include({ result: 'done' });
    support.expectNone();
  });

  inFull(
    'support finds an older refused call by its request, and filters that are gone are gone from the fields',
    async () => {
      const { person, connection } = world();
      const support = await person({ name: 'Sue Port', roles: ['support'] });
      const calls = connection.collection('refused_calls');
      const request_id = 'order-17.three-days-ago';
      const at = new Date(Date.now() - 3 * 86_400_000);
      await calls.insertOne({ at, request_id, route: '/api/v1/leads', http: 400, code: 'INVALID_FIELD' });
      try {
        const page = await support.open('/leads');
        await page.getByLabel('Find a lead').fill(request_id);
        await page.getByLabel('Find a lead').press('Enter');
        await page.getByRole('link', { name: /^Refused call: INVALID_FIELD/ }).click();
        await page.locator('tbody tr').filter({ hasText: request_id }).waitFor();
        const field = page.getByRole('textbox', { name: 'Code' });
        await field.fill('NO_SUCH');
        await field.press('Enter');
        await page.getByText('No refused calls match these filters').waitFor();
        await goTo(page, 'Refused calls');
        await page.getByText(/No calls from affiliates were refused/).waitFor();
        expect(await field.inputValue()).to.equal('');
        const before = await page.evaluate<number>('history.length');
        await field.focus();
        await page.getByRole('textbox', { name: 'Key' }).focus();
        await page.getByRole('textbox', { name: 'Field' }).focus();
        expect(await page.evaluate<number>('history.length')).to.equal(before);
      } finally {
        await calls.deleteMany({ request_id });
      }
      support.expectNone();
    },
  );

  it('finance reads a closed statement and last month by affiliate', async () => {
    const { person, history, connection } = world();
    const { closed, begin } = history.calendar;
    const finance = await person({ name: 'Fay Lindqvist', roles: ['finance'] });
    const page = await finance.open(`/statements?kind=buyer&of=lakeshore&month=${closed.month}`);
    await page.getByText('The buyer owes', { exact: true }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'CSV' }).click();
    const exported = () => auditEntries(connection, { action: 'books.export', who: finance.id });
    await until(async () => (await exported()).length === 2, 'the audit log has the export');
    const of = { 'on.ids': ['buyer lakeshore', closed.month] };
    expect((await exported())[0]).to.deep.nested.include(of);
    const days = `from=${dayOf(begin)}&to=${dayOf(new Date(closed.ends.getTime() - 1))}`;
    await finance.open(`/reports?${days}&by=affiliate`);
    const text = await page.locator('main').innerText();
    for (const cents of Object.values(history.answers.margin_by_affiliate.cents))
      expect(text.replaceAll('−', '-')).to.include(dollars(cents));
    finance.expectNone();
  });

  inFull('finance begins with the month of the accounting zone, whatever month it is in UTC', async () => {
    const { person } = world();
    const finance = await person({ name: 'Fay Lindqvist', roles: ['finance'] });
    await finance.page.addInitScript({ content: NEXT_MONTH });
    const page = await finance.open('/statements?kind=buyer&of=lakeshore');
    await page.getByText('The buyer owes', { exact: true }).waitFor();
    finance.expectNone();
  });

  inFull('an admin sees who changed a cap', async () => {
    const { person, history } = world();
    const { from, to, offer } = history.answers.changed_cap;
    const admin = await person({ name: 'Dana Reyes', roles: ['admin'] });
    const page = await admin.open(`/audit-log?entry=${encodeURIComponent(`offer ${offer}`)}`);
    await page.getByText('dana').first().waitFor();
    const text = await page.locator('main').innerText();
    expect(text).to.match(new RegExp(`${from}\\D+${to}`));
    // The cap of an offer in a campaign stands in the campaign, which the log names.
    await page.route(/\/operator\/caps$/, async (route) => {
      const { caps, ledger } = (await (await route.fetch()).json()) as { caps: object[]; ledger: string };
      await route.fulfill({ json: { ledger, caps: [{ ...caps[0], owner: 'campaign fall, offer mba' }] } });
    });
    await admin.open('/caps');
    const href = await page.getByRole('link', { name: 'Who changed it?' }).getAttribute('href');
    expect(href).to.equal('/audit-log?entry=campaign%20fall');
    admin.expectNone();
  });
}

const dayOf = (at: Date): string => at.toLocaleDateString('en-CA', { timeZone: 'America/Chicago' });
