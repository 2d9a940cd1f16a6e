import { expect } from 'chai';
import { codeOf, invitationFor, PASSWORD } from '../../support/people.js';
import { expectAccessible } from '../harness/check-axe.js';
import type { Page } from '../harness/playwright.js';
import { openWatched } from '../harness/watched-page.js';
import type { World } from '../world/open-world.js';
import { THEMES, wear } from '../world/themes.js';
import { inFull } from '../../support/in-full.js';

const ANSWERED_4XX = /status of 40[134]/;

/** What is told about each way in which an identity provider leads back without a session. */
const FAULTS: Readonly<Record<string, RegExp>> = {
  cancelled: /was cancelled/,
  refused: /can’t be trusted/,
  expired: /longer than ten minutes/,
  unavailable: /isn’t available/,
  no_role: /have no role here/,
  removed: /was removed/,
  replaced: /now sign in another way/,
  invitation: /is not for this account/,
  unheard_of: /did not work/,
};

const expectInBothThemes = async (page: Page, what: string): Promise<void> => {
  for (const theme of THEMES) {
    await wear(page, theme);
    await expectAccessible(page, `${what}, ${theme}`);
  }
};

/** How people come in for the first time, and what they are told when they can not. */
export function tellComingIn(world: () => World): void {
  it('an invitation opens an account, once', async () => {
    const { url, browser, connection } = world();
    const token = await invitationFor({ connection }, ['viewer'], 'nora.new@example.com');
    const watched = await openWatched(browser, { baseURL: url });
    const { page } = watched;
    await page.goto(`${url}/invitation#${token}`);
    await page.getByText('nora.new@example.com').waitFor();
    await expectInBothThemes(page, 'invitation');
    const secret = await page.locator('code').first().innerText();
    await page.getByLabel('Your name').fill('Nora New');
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeOf(secret));
    await page.getByRole('button', { name: 'Accept and sign in' }).click();
    await page.getByText('Submits today').waitFor();
    expect(page.url()).to.equal(`${url}/`);
    watched.expectNone();
    const late = await openWatched(browser, { baseURL: url });
    late.allow(ANSWERED_4XX);
    await late.page.goto(`${url}/invitation#${token}`);
    await late.page.getByRole('heading', { name: 'Not found' }).waitFor();
    late.expectNone();
    await Promise.all([watched.close(), late.close()]);
  });

  inFull('a sign-in that fails at the provider says why, and leaves the other ways open', async () => {
    const { url, browser, person } = world();
    const { email, secret } = await person({ name: 'Paul Provided', roles: ['viewer'] });
    const watched = await openWatched(browser, { baseURL: url });
    const { page } = watched;
    await page.goto(`${url}/sign-in`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    for (const [fault, said] of Object.entries(FAULTS)) {
      await page.evaluate(`history.pushState(null, '', '/sign-in?fault=${fault}')`);
      await page.getByText(said).waitFor();
    }
    await expectInBothThemes(page, 'sign-in');
    await page.getByLabel('E-mail').fill(email);
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.getByLabel('Code of your authenticator app').fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Submits today').waitFor();
    watched.expectNone();
    await watched.close();
  });
}
