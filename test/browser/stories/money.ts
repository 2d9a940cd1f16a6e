import { expect } from 'chai';
import { KEEP_SAVED } from '../harness/keep-saved.js';
import type { Page } from '../harness/playwright.js';
import { until } from '../../support/until.js';
import type { World } from '../world/open-world.js';
import { inFull } from '../../support/in-full.js';

/** The zone of the world's books. */
const BOOKS_ZONE = 'America/Chicago';
const dayIn = (timeZone: string): string => new Date().toLocaleDateString('en-CA', { timeZone });

const STATEMENT = /\/statements\/buyer\/[\w-]+\/\d{4}-\d\d$/;
const OLD_TOWN = '30000000-0000-4000-8000-000000000009';
/** More than are shown at once. */
const LINES = 250;

/** Answers each statement with many lines in leks, which browsers write without their hundredths. */
const answerStatements = (page: Page): Promise<void> =>
  page.route(STATEMENT, (route) =>
    route.fulfill({
      json: {
        ...{ draft: true, month: route.request().url().slice(-7), currency: 'ALL', time_zone: BOOKS_ZONE },
        party: { kind: 'buyer', handle: 'lakeshore', name: 'Lakeshore' },
        lines: Array.from({ length: LINES }, (_, at) => ({
          ...{ lead_id: null, kind: 'adjustment', day: '2026-10-01', offer: null, program: null },
          ...{ amount_cents: (at + 1) * 10_000 + 49, reference: `R-${at + 1}`, reason: 'A bonus' },
        })),
        ...{ offers: [], net_cents: 1_234_567, null_amounts: 0 },
      },
    }),
  );

/** Another address of the same screen, which stays as it is. */
const turnTo = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);

/** Amounts, and the days that they belong to. */
export function tellMoney(world: () => World): void {
  inFull('"Today" of a report is the day of the accounting zone, wherever the reader is', async () => {
    // At each time of day, it is another day in one of them.
    const away = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find(
      (zone) => dayIn(zone) !== dayIn(BOOKS_ZONE),
    );
    const finance = await world().person({ name: 'Fay Away', roles: ['finance'], timezoneId: away ?? '' });
    const page = await finance.open('/reports?range=today&by=');
    await page.getByText(dayIn(BOOKS_ZONE), { exact: true }).waitFor();
    finance.expectNone();
  });

  inFull('a report is not shown or saved under the groups of another one', async () => {
    const finance = await world().person({ name: 'Fay Lindqvist', roles: ['finance'] });
    const page = await finance.open('/reports?range=last-month&by=affiliate');
    await page.getByText('Northwind Media', { exact: true }).first().waitFor();
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
    await page.getByText('Lakeshore University', { exact: true }).first().waitFor();
    finance.expectNone();
  });

  inFull('a report offers the filters that it takes', async () => {
    const finance = await world().person({ name: 'Fay Lindqvist', roles: ['finance'] });
    const page = await finance.open('/reports?range=last-month&by=affiliate');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').locator('input').first().click();
    await page.getByRole('option', { name: 'Offer', exact: true }).waitFor();
    expect(await page.getByRole('option', { name: /^(Day|Hour)$/ }).count()).to.equal(0);
    finance.expectNone();
  });

  inFull('a report that is saved has no text that a spreadsheet runs', async () => {
    const finance = await world().person({ name: 'Fay Lindqvist', roles: ['finance'] });
    await finance.page.addInitScript({ content: KEEP_SAVED });
    const { page } = finance;
    const subids = ['=1+1', '\uff1d1+1', '\uff0b1', '\uff0d1+1', '\uff20SUM(1)'];
    await page.route(/\/operator\/reports\?.*by=subid/, async (route) => {
      const response = await route.fetch();
      const report = (await response.json()) as { total: object };
      const rows = subids.map((subid) => ({
        ...report.total,
        ...{ subid, top_reasons: null, without_price: 0, without_payout: 1 },
      }));
      await route.fulfill({ json: { ...report, rows } });
    });
    await finance.open('/reports?range=last-month&by=subid');
    await page.getByRole('main').getByRole('button', { name: 'CSV' }).click();
    const [head, ...rows] = (await page.evaluate<string>('window.saved')).split('\r\n');
    expect(head).to.include(',revenue,payout,margin,without_payout,').and.not.include('_cents');
    expect(rows.map((row) => row.split(',')[0])).to.deep.equal(subids.map((subid) => `'${subid}`));
    finance.expectNone();
  });

  inFull('statements of a closed month are marked as paid, and the mark taken back', async () => {
    const { person, history } = world();
    const { month } = history.calendar.closed;
    const finance = await person({ name: 'Fay Lindqvist', roles: ['finance'] });
    const page = await finance.open(`/statements?month=${month}`);
    const row = page.locator(`tbody tr:has-text("${month}-buyer-lakeshore")`);
    await row.getByRole('checkbox').check();
    await page.getByText('1 statement chosen.').waitFor();
    await page.getByRole('button', { name: 'Mark', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Paid', { exact: true }).click();
    await dialog.getByLabel('Reference').fill('WIRE-88');
    await dialog.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('Marked 1 statement as paid.').waitFor();
    await row.getByText(/Fay Lindqvist · WIRE-88/).waitFor();
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Take a mark back' }).click();
    await dialog.getByText('Paid', { exact: true }).click();
    await dialog.getByLabel('Why').fill('The wrong statement');
    await dialog.getByRole('button', { name: 'Take a mark back' }).click();
    await page.getByText('Took the mark paid of 1 statement back.').waitFor();
    await row.getByText(/WIRE-88/).waitFor({ state: 'hidden' });
    finance.expectNone();
  });

  inFull('a statement is saved as a PDF under its own name', async () => {
    const { person, history } = world();
    const { month } = history.calendar.closed;
    const finance = await person({ name: 'Fay Lindqvist', roles: ['finance'] });
    await finance.page.addInitScript({ content: KEEP_SAVED });
    const page = await finance.open(`/statements?kind=buyer&of=lakeshore&month=${month}`);
    await page.getByText('By offer').first().waitFor();
    await page.getByRole('main').getByRole('button', { name: 'PDF' }).click();
    await until(() => page.evaluate<boolean>('window.savedAs !== undefined'), 'the file is saved');
    expect(await page.evaluate<string>('window.savedAs')).to.equal(`statement-buyer-lakeshore-${month}.pdf`);
    expect(await page.evaluate<string>('window.saved')).to.match(/^%PDF-/);
    finance.expectNone();
  });

  inFull('a statement has the hundredths of every currency', async () => {
    const finance = await world().person({ name: 'Fay Lindqvist', roles: ['finance'] });
    await answerStatements(finance.page);
    const page = await finance.open('/statements?kind=buyer&of=lakeshore&month=2026-10');
    await page
      .getByText(/12,345\.67/)
      .first()
      .waitFor();
    finance.expectNone();
  });

  inFull('a statement of a buyer that is retired can be chosen', async () => {
    const finance = await world().person({ name: 'Fay Lindqvist', roles: ['finance'] });
    await answerStatements(finance.page);
    await finance.page.route(/\/catalogue\/entries\?kind=buyer$/, async (route) => {
      const response = await route.fetch();
      const { entries } = (await response.json()) as { entries: { handle: string }[] };
      const old = { id: OLD_TOWN, handle: 'oldtown', name: 'Old Town', status: 'retired' };
      await route.fulfill({ json: { entries: [old, ...entries] } });
    });
    const page = await finance.open('/statements');
    await page.getByPlaceholder('Choose a buyer').click();
    await page.getByRole('option', { name: 'Old Town' }).waitFor();
    const options = (await page.getByRole('listbox').innerText()).split('\n').filter((line) => line !== '');
    expect(options.slice(-2)).to.deep.equal(['Retired', 'Old Town']);
    expect(options.length).to.be.above(3);
    // The handle may have been another's when the month closed.
    const asked = page.waitForResponse((response) => STATEMENT.test(response.url()));
    await page.getByRole('option', { name: 'Old Town' }).click();
    expect((await asked).url()).to.include(`/${OLD_TOWN}/`);
    const linked = page.waitForResponse((response) => response.url().includes(`/${OLD_TOWN}/2026-09`));
    await finance.open('/statements?kind=buyer&of=oldtown&month=2026-09');
    await linked;
    finance.expectNone();
  });

  inFull('a statement is sorted by all of its lines, also those that are not shown yet', async () => {
    const finance = await world().person({ name: 'Fay Lindqvist', roles: ['finance'] });
    await answerStatements(finance.page);
    const page = await finance.open('/statements?kind=buyer&of=lakeshore&month=2026-10');
    await page.getByRole('button', { name: 'Amount' }).click();
    expect(await page.locator('tbody tr').first().innerText()).to.include(`R-${LINES}`);
    expect(await page.locator('tbody tr').count()).to.be.below(LINES);
    await page.getByRole('button', { name: /Show more/ }).click();
    await until(async () => (await page.locator('tbody tr').count()) === LINES, 'all lines are shown');
    finance.expectNone();
  });

  inFull('the lines of a statement are saved under its own name, whatever is opened meanwhile', async () => {
    const { person, history } = world();
    const { month } = history.calendar.closed;
    const finance = await person({ name: 'Fay Lindqvist', roles: ['finance'] });
    await finance.page.addInitScript({ content: KEEP_SAVED });
    await answerStatements(finance.page);
    const of = (one: string): string => `/statements?kind=buyer&of=lakeshore&month=${one}`;
    const page = await finance.open(of('2025-01'));
    await page.getByText(/, January 2025/).waitFor();
    await turnTo(page, of(month));
    await page.getByText(/, January 2025/).waitFor({ state: 'hidden' });
    let release = (): void => undefined;
    const turned = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/lines\.csv$/, async (route) => {
      await turned;
      await route.continue();
    });
    await page.getByRole('main').getByRole('button', { name: 'CSV' }).click();
    await turnTo(page, of('2025-01'));
    await page.getByText(/, January 2025/).waitFor();
    release();
    await until(() => page.evaluate<boolean>('window.savedAs !== undefined'), 'the file is saved');
    expect(await page.evaluate<string>('window.savedAs')).to.equal(`statement-buyer-lakeshore-${month}.csv`);
    finance.expectNone();
  });
}
