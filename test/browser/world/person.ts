import type { Connection } from 'mongoose';
import type { Role } from '../../../src/core/operators/roles.js';
import {
  acceptInvitation,
  codeOf,
  invitationFor,
  openBrowser,
  PASSWORD,
  readInvitation,
  secretOf,
} from '../../support/people.js';
import type { Browser, ContextOptions, Page } from '../harness/playwright.js';
import { until } from '../../support/until.js';
import { openWatched, type WatchedPage } from '../harness/watched-page.js';

export interface Joining extends ContextOptions {
  readonly name: string;
  readonly roles: readonly Role[];
}

/** Somebody who works at the console. */
export interface Person extends WatchedPage {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Of the authenticator app. */
  readonly secret: string;
  /** Opens a screen, and waits until it shows what it is for. */
  open(path: string): Promise<Page>;
}

interface At {
  readonly url: string;
  readonly connection: Connection;
  readonly browser: Browser;
}

let joined = 0;

/** Invites somebody, accepts the invitation for them, and gives their browser the session. */
export async function joinAs({ url, connection, browser }: At, joining: Joining): Promise<Person> {
  const { name, roles, ...options } = joining;
  joined += 1;
  const email = `${name.split(' ')[0]?.toLowerCase() ?? ''}.${joined}@example.com`;
  const token = await invitationFor({ connection }, roles, email);
  const client = openBrowser(url.replace('localhost', '127.0.0.1'), url);
  const secret = secretOf(await readInvitation(client, token));
  const accepted = await acceptInvitation(client, token, { name, password: PASSWORD, totp: codeOf(secret) });
  if (accepted.status !== 200) throw new Error(`${name} could not join: ${JSON.stringify(accepted.body)}`);
  const watched = await openWatched(browser, { baseURL: url, ...options });
  await watched.context.addCookies(
    [...client.cookies].map(([key, value]) => ({
      ...{ name: key, value, url },
      httpOnly: /httponly/i.test(client.rules.get(key) ?? ''),
      sameSite: /samesite=strict/i.test(client.rules.get(key) ?? '') ? 'Strict' : 'Lax',
    })),
  );
  const { id } = accepted.body['person'] as { readonly id: string };
  return {
    ...watched,
    ...{ id, name, email, secret },
    open: (to) => openScreen(watched.page, `${url}${to}`),
  };
}

/** Opens a screen, and waits until nothing is loading any more. */
export async function openScreen(page: Page, url: string): Promise<Page> {
  await page.goto(url);
  await page.locator('main h1').first().waitFor();
  await loaded(page);
  return page;
}

/** The same in a page that is open, without loading it again. */
export async function goInside(page: Page, path: string): Promise<void> {
  const nowhere = page.getByText('Page not found');
  await page.evaluate(`history.pushState(null, '', '/no-such-screen')`);
  await nowhere.waitFor();
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  await nowhere.waitFor({ state: 'hidden' });
}

const LOADING = '[aria-label="Loading"], [aria-busy="true"]';

/** Waits until nothing is loading any more, and nothing is shown in place of what was asked for. */
export const loaded = (page: Page): Promise<void> =>
  until(async () => (await page.locator(LOADING).count()) === 0, 'the screen is loaded');
