import { expect } from 'chai';
import { inFull } from '../../support/in-full.js';
import { expectAccessible } from '../harness/check-axe.js';
import type { Finds, Page } from '../harness/playwright.js';
import { callFrom } from '../world/call.js';
import type { World } from '../world/open-world.js';
import { goInside, loaded } from '../world/person.js';

const group = (scope: Finds, name: string): Finds => scope.getByRole('group', { name, exact: true });
/** A field, whose label has an asterisk if it is needed. */
const field = (scope: Finds, label: string) => scope.getByLabel(new RegExp(`^${label}( \\*)?$`)).first();
const button = (scope: Finds, name: string) => scope.getByRole('button', { name, exact: true });

/** Chooses by typing a part of the name, as in a long list. */
async function choose(page: Page, scope: Finds, label: string, option: string): Promise<void> {
  await field(scope, label).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function save(page: Page): Promise<void> {
  const saved = page.waitForResponse((response) => /\/entries$/.test(response.url()));
  await button(page, 'Save').click();
  await saved;
}

/** What a buyer's entry needs, with a mistake at its cap. */
async function fillBuyer(page: Page): Promise<void> {
  await field(page, 'Name').fill('Ridge College');
  expect(await field(page, 'Handle').inputValue()).to.equal('ridge-college');
  await button(page, 'Add hours').click();
  const hours = group(page, 'hours 1');
  for (const day of ['Mon', 'Tue', 'Wed']) await hours.getByText(day, { exact: true }).click();
  await field(hours, 'From').fill('08:00');
  await field(hours, 'To').fill('20:00');
  await button(page, 'Add cap').click();
  await choose(page, group(page, 'cap 1'), 'In each', 'Day');
  await field(group(page, 'cap 1'), 'Limit').fill('0');
}

/** An offer with two programs, a rule, a cap, a consent text and a destination. Its buyer is given. */
async function fillOffer(page: Page): Promise<void> {
  await field(page, 'Name').fill('Ridge Nursing');
  expect(await field(page, 'Buyer').inputValue()).to.equal('Ridge College');
  await choose(page, page, 'Sold as', 'Shared');
  await field(page, 'Price').fill('42.50');
  for (const [at, [value, label]] of [
    ['bsn', 'BSN'],
    ['msn', 'MSN'],
  ].entries()) {
    await button(page, 'Add program').click();
    const program = group(page, `program ${at + 1}`);
    await field(program, 'Value').fill(value ?? '');
    await field(program, 'Name').fill(label ?? '');
  }
  await field(group(page, 'program 2'), 'Price').fill('60');
  // Each program has rules of its own.
  const rules = page.getByRole('group', { name: 'Rules', exact: true }).last();
  await button(rules, 'Add rule').click();
  await choose(page, rules, 'Field', 'State');
  await field(rules, 'Values').click();
  for (const state of ['Illinois (IL)', 'Wisconsin (WI)'])
    await page.getByRole('option', { name: state, exact: true }).click();
  await page.keyboard.press('Escape');
  await field(page, 'Consent text').fill('By clicking Send I agree that Ridge College may call me.');
  await button(page, 'Add cap').click();
  await choose(page, group(page, 'cap 1'), 'In each', 'Month');
  await field(group(page, 'cap 1'), 'Limit').fill('500');
  await field(page, 'Address').fill('https://ridge.example/leads');
}

/** Entries of the catalogue, made and changed by form. */
export function tellForms(world: () => World): void {
  it('a buyer and its offer are made by form, a fault is mended at its field, and the draft is applied', async () => {
    const { person, history } = world();
    const before = (await history.stage.versions.current())?.version ?? 0;
    const dana = await person({ name: 'Dana Reyes', roles: ['admin'] });
    dana.allow(/style-src-attr|Applying inline style/);
    const page = await dana.open('/buyers');
    await page.getByRole('link', { name: 'New buyer' }).click();
    await fillBuyer(page);
    await save(page);
    await page.getByText(/^1 error/).waitFor();
    const limit = field(group(page, 'cap 1'), 'Limit');
    await page.getByText('Must be at least 1.').last().waitFor();
    await expectAccessible(page, 'a form with a fault');
    await limit.fill('50');
    await save(page);
    await page.getByRole('link', { name: 'Add an offer of this buyer' }).click();
    await fillOffer(page);
    await button(page, 'Save and review').click();
    await page.waitForURL(/\/catalogue\/drafts\//);
    await page.getByText(/No errors/).waitFor();
    await page.getByText('offer ridge-nursing').waitFor();
    await button(page, 'Apply').click();
    await button(page, 'Apply the draft').click();
    await page
      .getByText(`Version ${before + 1} is active`)
      .first()
      .waitFor();
    const document = (await history.stage.versions.current())?.document;
    const buyer = document?.buyers.find(({ handle }) => handle === 'ridge-college');
    expect(buyer?.caps).to.deep.equal([{ window: 'day', limit: 50 }]);
    const offer = document?.offers.find(({ handle }) => handle === 'ridge-nursing');
    expect(offer).to.deep.include({
      ...{ buyer_id: buyer?.id, offer_type: 'shared', price_cents: 4_250 },
      eligibility: [{ field: 'address.state', when_missing: 'fail', test: { in: ['IL', 'WI'] } }],
      caps: [{ window: 'month', limit: 500 }],
    });
    expect(offer?.programs.map(({ value, price_cents }) => [value, price_cents])).to.deep.equal([
      ['bsn', undefined],
      ['msn', 6_000],
    ]);
    dana.expectNone();
  });

  it('a channel of alerts with a daily digest and a threshold are set by form, and the channel is tested', async () => {
    const { person, history } = world();
    const dana = await person({ name: 'Dana Reyes', roles: ['admin'] });
    dana.allow(/style-src-attr|Applying inline style/);
    const page = await dana.open('/alerts');
    await page.getByRole('link', { name: 'Change settings' }).click();
    await page.getByRole('heading', { name: 'Alert settings' }).waitFor();
    await button(page, 'Add channel').click();
    const channel = page.getByRole('group', { name: /^channel \d+$/ }).last();
    await field(channel, 'Name').fill('night-desk');
    await field(channel, 'E-mail addresses').fill('night@example.com');
    await channel.getByRole('switch', { name: /^Daily digest/ }).press('Space');
    await field(channel, 'At').fill('08:00');
    await field(page, 'Cap nearly full').fill('150%');
    await save(page);
    await page.getByText(/^1 error/).waitFor();
    await expectAccessible(page, 'the settings of alerts with a fault');
    await field(page, 'Cap nearly full').fill('90%');
    await button(page, 'Save and review').click();
    await page.waitForURL(/\/catalogue\/drafts\//);
    await page.getByText(/No errors/).waitFor();
    await button(page, 'Apply').click();
    await button(page, 'Apply the draft').click();
    await page
      .getByText(/^Version \d+ is active/)
      .first()
      .waitFor();
    const alerts = (await history.stage.versions.current())?.document.alerts;
    expect(alerts?.thresholds).to.deep.include({ cap_near_bp: 9_000 });
    expect(alerts?.channels.at(-1)).to.deep.include({ name: 'night-desk', digest: { at: 480 } });
    await goInside(page, '/alerts');
    await page
      .getByText(/^08:00 /)
      .first()
      .waitFor();
    await expectAccessible(page, 'the channels of alerts');
    await page
      .getByRole('row', { name: /night-desk/ })
      .getByRole('button', { name: 'Send a test' })
      .click();
    await page.getByText('A test message is on its way to night-desk.').waitFor();
    dana.expectNone();
  });

  it('an affiliate that a campaign lacks is made on the way, in the same draft', async () => {
    const dana = await world().person({ name: 'Dana Reyes', roles: ['admin'] });
    dana.allow(/style-src-attr|Applying inline style/);
    const page = await dana.open('/campaigns');
    await page.getByRole('link', { name: 'New campaign' }).click();
    await field(page, 'Name').fill('Ridge Online');
    await page.getByRole('link', { name: 'New affiliate', exact: true }).click();
    await field(page, 'Name').fill('Ridge Media');
    await save(page);
    await page.getByRole('link', { name: 'Back to the campaign' }).click();
    await page.getByText('You have an open draft.').waitFor();
    expect(await field(page, 'Name').inputValue()).to.equal('Ridge Online');
    expect(await field(page, 'Affiliate').inputValue()).to.equal('Ridge Media');
    await choose(page, page, 'Affiliate', 'Ridge Media');
    expect(await field(page, 'Affiliate').inputValue(), 'chosen again').to.equal('Ridge Media');
    await save(page);
    await page.getByRole('link', { name: 'Open the draft' }).click();
    await page.waitForURL(/\/catalogue\/drafts\//);
    await page.getByText('affiliate ridge-media').first().waitFor();
    await button(page, 'Edit entry').click();
    await page.getByPlaceholder('Type a part of its name').fill('Ridge Med');
    await page.getByRole('option', { name: 'Ridge Media (affiliate)' }).click();
    await page.getByRole('heading', { name: 'Ridge Media' }).waitFor();
    dana.expectNone();
  });

  inFull('what is typed stays when another person was first, and when the form is left', async () => {
    const { person } = world();
    const [dana, adam] = await Promise.all([
      person({ name: 'Dana Reyes', roles: ['admin'] }),
      person({ name: 'Adam Other', roles: ['admin'] }),
    ]);
    dana.allow(/status of 409/);
    const page = await dana.open('/offers/mba');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await field(page, 'Price').fill('71');
    await save(page);
    const { search, pathname } = new URL(page.url());
    const id = new URLSearchParams(search).get('draft') ?? '';
    const path = `/api/v1/operator/drafts/${id}/entries`;
    const other = await adam.open('/');
    const { body } = await callFrom(other, 'GET', `${path}?kind=offer&handle=mba`);
    const entry = { ...(body['entry'] as object), tcpa_text: 'Adam wrote this.', price: 75 };
    await callFrom(other, 'POST', path, { revision: body['revision'], kind: 'offer', handle: 'mba', entry });

    await field(page, 'Price').fill('72');
    await goInside(page, `${pathname}${search}`);
    await loaded(page);
    await page.getByText(/You have unsaved changes/).waitFor();
    expect(await field(page, 'Price').inputValue()).to.equal('$72');
    await save(page);
    await page.getByText(/Adam Other changed this draft at/).waitFor();
    await page.getByText(/They changed: (Price, Consent text|Consent text, Price)/).waitFor();
    await button(page, 'Merge my changes').click();
    await save(page);
    await page.getByText('Saved in the draft. No errors.').waitFor();
    const { body: stored } = await callFrom(other, 'GET', `${path}?kind=offer&handle=mba`);
    expect(stored['entry']).to.include({ price: 72, tcpa_text: 'Adam wrote this.' });
    dana.expectNone();
  });
}
