import { expect } from 'chai';
import { until } from '../../support/until.js';
import { KEEP_SAVED } from '../harness/keep-saved.js';
import { auditEntries } from '../world/audit-entries.js';
import { callFrom } from '../world/call.js';
import type { World } from '../world/open-world.js';
import { goInside } from '../world/person.js';
import { inFull } from '../../support/in-full.js';

const PLANNED = 400;
const LEFT_OUT = 'The lead is accepted since';

/** A plan with more rows than are shown at once: one is left out, and the last one has the highest price. */
const longPlan = (): object => ({
  ...{
    dry_run: true,
    faults: [],
    repeats: [],
    file: null,
    already: 0,
    done: PLANNED - 1,
    not_done: 1,
    currency: 'USD',
    is_cut: false,
  },
  rows: Array.from({ length: PLANNED }, (_, at) => ({
    ...{ line: null, lead_id: `20000000-0000-4000-8000-${String(at).padStart(12, '0')}`, reference: null },
    ...{ was: 'unknown', asked: 'accepted', received_at: null, offer: null, affiliate: null },
    ...{ price_cents: 100_000 + (at + 1) * 100, payout_cents: 1_000 },
    ...(at === 350 ? { outcome: 'not', text: LEFT_OUT } : { outcome: 'done', text: 'would be accepted' }),
  })),
});

/** What operators do: settle, return, pause. */
export function tellActs(world: () => World): void {
  const stateOf = async (id: string): Promise<string | undefined> => {
    const leads = world().connection.collection<{ _id: string; state: string }>('leads');
    return (await leads.findOne({ _id: id }))?.state;
  };

  inFull('two operators on one lead: the second one learns what the first one settled', async () => {
    const { person, history } = world();
    const [id = ''] = history.answers.unknown_leads.ids;
    const [omar, pia] = await Promise.all([
      person({ name: 'Omar Haddad', roles: ['operator'] }),
      person({ name: 'Pia Second', roles: ['operator'] }),
    ]);
    pia.allow(/status of 409/);
    const [first, second] = await Promise.all([omar.open(`/leads/${id}`), pia.open(`/leads/${id}`)]);
    await second.getByRole('button', { name: 'Settle' }).click();
    await second.getByLabel('Outcome').getByText('Rejected').click();
    await second.getByLabel('How you know').fill('they say no');
    await first.getByRole('button', { name: 'Settle' }).click();
    await first.getByLabel('Outcome').getByText('Accepted').click();
    await first.getByLabel('How you know').fill('they say yes');
    await first.getByRole('button', { name: 'Settle as accepted' }).click();
    await first.getByRole('dialog').waitFor({ state: 'hidden' });
    await first.getByText('Accepted', { exact: true }).first().waitFor();
    await second.getByRole('button', { name: 'Settle as rejected' }).click();
    await second.getByText(/Omar Haddad settled this lead as accepted .* nothing was changed/).waitFor();
    expect(await stateOf(id)).to.equal('accepted');
    omar.expectNone();
    pia.expectNone();
  });

  inFull('a plan that is discarded before it is answered does not come back', async () => {
    const omar = await world().person({ name: 'Omar Haddad', roles: ['operator'] });
    const page = await omar.open('/');
    let release = (): void => undefined;
    const changed = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/bulk\/settle$/, async (route) => {
      await changed;
      const response = await route.fetch();
      const plan = (await response.json()) as { rows: object[] };
      const [first, ...rest] = plan.rows.map((row) => ({ ...row, price_cents: 5_000, payout_cents: 3_000 }));
      const rows = [{ ...first, price_cents: null, payout_cents: 9_000 }, ...rest];
      await route.fulfill({ json: { ...plan, rows: rows.slice(0, 2), currency: 'USD' } });
    });
    await page.getByRole('link', { name: 'Settle them' }).first().click();
    await page.getByLabel('Outcome').getByText('Accepted').click();
    await page.getByLabel('How you know').fill('they have all of them, by phone');
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByLabel('Outcome').getByText('Rejected').click();
    const answered = page.waitForResponse((response) => /\/bulk\/settle$/.test(response.url()));
    release();
    await (await answered).text();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
    expect(await page.getByText(/will change/).count()).to.equal(0);
    expect(await page.getByRole('button', { name: /^Settle as/ }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByRole('button', { name: /^Settle as rejected: \d+ leads/ }).waitFor();
    // The payout of a lead without a price is in the books too.
    await page.getByText('$50.00 revenue, -$70.00 margin').waitFor();
    // Nor does the text of a file, after another choice.
    const choose = (what: string) => page.getByLabel('Which leads').getByText(what).click();
    await choose("A buyer's file");
    const buffer = Buffer.from('id,outcome\nan-id,accepted\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
    const show = page.getByRole('button', { name: 'Show the plan' });
    await page.locator('button:enabled').filter({ hasText: 'Show the plan' }).waitFor();
    await choose('All unknown leads');
    await choose("A buyer's file");
    expect(await show.isEnabled()).to.equal(false);
    // An affiliate would read what another encoding makes of a reason.
    const latin = Buffer.from('id,outcome,reason\nan-id,rejected,Stra\u00dfe\n', 'latin1');
    const other = { name: 'b.csv', mimeType: 'text/csv', buffer: latin };
    await page.locator('input[type=file]').setInputFiles(other);
    await page.getByText(/is not UTF-8 text/).waitFor();
    expect(await show.isEnabled()).to.equal(false);
    omar.expectNone();
  });

  inFull(
    'a plan of many leads begins with those that are left out, and is sorted and saved as a whole',
    async () => {
      const omar = await world().person({ name: 'Omar Haddad', roles: ['operator'] });
      await omar.page.addInitScript({ content: KEEP_SAVED });
      const page = await omar.open('/');
      await page.route(/\/bulk\/settle$/, (route) => route.fulfill({ json: longPlan() }));
      await page.getByRole('link', { name: 'Settle them' }).first().click();
      await page.getByLabel('Outcome').getByText('Accepted').click();
      await page.getByLabel('How you know').fill('they have all of them, by phone');
      await page.getByRole('button', { name: 'Show the plan' }).click();
      const first = page.locator('tbody tr').first();
      await first.getByText(LEFT_OUT).waitFor();
      expect(await page.locator('tbody tr').count()).to.be.below(PLANNED);
      await page.getByRole('button', { name: 'Price' }).click();
      expect(await first.innerText()).to.include('$1,400.00');
      await page.getByRole('main').getByRole('button', { name: 'CSV' }).click();
      const saved = (await page.evaluate<string>('window.saved')).split('\r\n');
      expect(saved).to.have.length(PLANNED + 1);
      expect(saved.filter((line) => line.endsWith(`,not,${LEFT_OUT}`))).to.have.length(1);
      expect(saved[PLANNED]).to.include(',1400.00,10.00,USD,');
      await page.getByRole('button', { name: /Show more/ }).click();
      await until(async () => (await page.locator('tbody tr').count()) === PLANNED, 'all rows are shown');
      omar.expectNone();
    },
  );

  it('an operator settles after an outage, from Now, with the plan before', async () => {
    const { person, history, connection } = world();
    const { ids } = history.answers.unknown_leads;
    const states = await Promise.all(ids.map(stateOf));
    const left = ids.filter((_, at) => states[at] === 'unknown');
    const omar = await person({ name: 'Omar Haddad', roles: ['operator'] });
    omar.allow(/status of 400/);
    const page = await omar.open('/');
    const dialog = page.getByRole('dialog');
    await page
      .getByRole('button', { name: /^More for:/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /note/i }).click();
    const note = dialog.getByLabel('Note for others');
    await note.fill('ann@example.com');
    await dialog.getByRole('button', { name: 'Save the note' }).click();
    await dialog.getByText(/words without personal data/).waitFor();
    expect(await note.inputValue()).to.equal('ann@example.com');
    await note.fill('They look into it');
    await dialog.getByRole('button', { name: 'Save the note' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('They look into it').first().waitFor();
    await page.getByRole('link', { name: 'Settle them' }).first().click();
    await page.getByLabel('Outcome').getByText('Accepted').click();
    await page.getByLabel('How you know').fill('they have all of them, by phone');
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText(`${left.length} leads will change`).waitFor();
    await page.getByRole('button', { name: `Settle as accepted: ${left.length} leads` }).click();
    await page.getByText(`Done: ${left.length} leads changed`).waitFor();
    expect(await Promise.all(left.map(stateOf))).to.deep.equal(left.map(() => 'accepted'));
    const [intent] = await auditEntries(connection, { action: 'lead.settle', who: omar.id });
    expect(intent).to.deep.nested.include({ 'on.kind': 'lead' });
    omar.expectNone();
  });

  it('an operator pauses an offer, is told what that does, and resumes it', async () => {
    const { person, connection } = world();
    const omar = await person({ name: 'Omar Haddad', roles: ['operator'] });
    const page = await omar.open('/offers/teaching');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText(/waiting for it\./).waitFor();
    await page.getByLabel('Why').fill('the school is full');
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByLabel('Why').fill('there are seats again');
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Active', { exact: true }).first().waitFor();
    const [intent] = await auditEntries(connection, { action: 'catalogue.pause', who: omar.id });
    expect(intent).to.include({ why: 'The school is full' });
    omar.expectNone();
  });

  it('somebody finds an offer by name, tests it with a made-up person, and gets a key with a call to copy', async () => {
    const omar = await world().person({ name: 'Omar Haddad', roles: ['operator', 'admin'] });
    const page = await omar.open('/');
    await page.getByRole('textbox', { name: 'Find a lead' }).fill('nursing');
    await page.getByRole('textbox', { name: 'Find a lead' }).press('Enter');
    await page.getByRole('button', { name: 'Test with a made-up person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Preview request' }).click();
    await dialog.getByText(/^Nothing was sent/).waitFor();
    await dialog.getByText(/jane\.sample@example\.com/).waitFor();
    await omar.open('/keys');
    await page.getByRole('button', { name: 'Issue a key' }).click();
    await dialog.getByRole('combobox', { name: 'Affiliate' }).click();
    await page.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Issue a key' }).click();
    await page.getByText(/^curl -sS "https:\/\/leads\.example\.com\/api/).waitFor();
    await page.getByText(/^Next: the posting specification of/).waitFor();
    await omar.open('/affiliates');
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('link', { name: 'Show its refused calls' }).waitFor();
    omar.expectNone();
  });

  it('an operator pauses an offer for two hours, sees until when, and ends it', async () => {
    const { person, connection } = world();
    const omar = await person({ name: 'Omar Haddad', roles: ['operator'] });
    const page = await omar.open('/offers/teaching');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Pause' }).click();
    await dialog.getByRole('combobox', { name: 'Until' }).click();
    await page.getByRole('option', { name: 'For 2 hours' }).click();
    await dialog.getByLabel('Why').fill('they move their servers');
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await page
      .getByText(/^Offer .*[Tt]eaching.* is paused until .* Omar Haddad: They move their servers$/)
      .waitFor();
    await page.getByText('Paused', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'End it now' }).click();
    await dialog.getByLabel('Why').fill('they are back');
    await dialog.getByRole('button', { name: 'End it now' }).click();
    await page.getByText('Active', { exact: true }).first().waitFor();
    const [intent] = await auditEntries(connection, { action: 'timed_change.end', who: omar.id });
    expect(intent).to.include({ why: 'They are back' });
    omar.expectNone();
  });

  it('an operator raises a cap for today only, within the range of the catalogue, in one dialog', async () => {
    const { person, connection } = world();
    const omar = await person({ name: 'Omar Haddad', roles: ['operator'] });
    omar.allow(/status of 409/);
    const page = await omar.open('/offers/nursing');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Change the limit' }).first().click();
    await dialog.getByLabel('New limit').fill('500');
    await dialog.getByText(/^The catalogue allows 40 to 200 for a time, so only somebody/).waitFor();
    await dialog.getByLabel('New limit').fill('120');
    await dialog
      .getByText(/^If you confirm: Offer nursing has a limit of 120 a day instead of 80 until /)
      .waitFor();
    await dialog.getByLabel('Why').fill('they have more seats today');
    await dialog.getByRole('button', { name: 'Change the limit' }).click();
    const sentence = /^Offer .*[Nn]ursing.* has a limit of 120 .* Omar Haddad: They have more seats today$/;
    await page.getByText(sentence).waitFor();
    await page.getByRole('button', { name: 'End it now' }).click();
    await dialog.getByLabel('Why').fill('they are full');
    await dialog.getByRole('button', { name: 'End it now' }).click();
    await page.getByText(sentence).waitFor({ state: 'hidden' });
    const [intent] = await auditEntries(connection, { action: 'timed_change.end', who: omar.id });
    expect(intent).to.include({ why: 'They are full' });
    omar.expectNone();
  });

  it('an operator sets a price for some days, is told first what sells below its payout, and sees it on Now', async () => {
    const omar = await world().person({ name: 'Omar Haddad', roles: ['operator'] });
    const page = await omar.open('/offers/teaching');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Temporary price' }).click();
    await dialog.getByLabel('New price, in USD').fill('20.50');
    const inFiveDays = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel(/^Until date and time/).fill(`${inFiveDays}T17:00`);
    await dialog
      .getByText(
        /^If you confirm: Offer teaching has a price of 20.50 USD instead of 35.25 USD until .* The price is then below the payout on campaign .* sell below (its|their) payout\.$/,
      )
      .waitFor();
    await dialog.getByLabel('Why').fill('a week of discounts');
    await dialog.getByRole('button', { name: 'Set price' }).click();
    const sentence = /^Offer .*[Tt]eaching.* has a price of 20.50 USD .* Omar Haddad: A week of discounts$/;
    await page.getByText(sentence).waitFor();
    await omar.open('/');
    await page.getByText(sentence).waitFor();
    await page.getByRole('button', { name: 'End it now' }).click();
    await dialog.getByLabel('Why').fill('enough');
    await dialog.getByRole('button', { name: 'End it now' }).click();
    await page.getByText(sentence).waitFor({ state: 'hidden' });
    omar.expectNone();
  });

  inFull('an open "Pause" does not become "Resume" when somebody else pauses', async () => {
    const omar = await world().person({ name: 'Omar Haddad', roles: ['operator'] });
    const page = await omar.open('/offers/teaching');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Pause' }).click();
    await dialog.getByLabel('Why').fill('the school is full');
    const change = (action: string) =>
      callFrom(page, 'POST', '/api/v1/operator/switches', {
        ...{ action, entries: [{ kind: 'offer', handle: 'teaching' }], why: 'somebody else', dry_run: false },
      });
    expect((await change('pause')).status).to.equal(200);
    await page.getByText('Paused', { exact: true }).first().waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect((await change('resume')).status).to.equal(200);
    omar.expectNone();
  });

  inFull('an act that fails after its dialog was closed, or its screen left, tells so', async () => {
    const omar = await world().person({ name: 'Omar Haddad', roles: ['operator'] });
    omar.allow(/status of 409/);
    const { page } = omar;
    const dialog = page.getByRole('dialog');
    const leave = {
      'Somebody closed it': () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      'Somebody left it': async () => {
        await page.goBack();
        await page.getByText('Page not found').waitFor();
      },
    };
    for (const [message, go] of Object.entries(leave)) {
      await omar.open('/');
      await goInside(page, '/offers/teaching');
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText(/waiting for it\./).waitFor();
      let release = (): void => undefined;
      const gone = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/switches$/, async (route) => {
        await gone;
        await route.fulfill({ status: 409, json: { code: 'CONFLICT', message: `${message}.` } });
      });
      await dialog.getByLabel('Why').fill('the school is full');
      await dialog.getByRole('button', { name: 'Pause' }).click();
      await go();
      await dialog.waitFor({ state: 'hidden' });
      release();
      await page.getByText(message).waitFor();
      await page.unroute(/\/switches$/);
    }
    omar.expectNone();
  });
}
