import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { ROUTES } from '../../../src/operator-api/routes.js';
import { permissionsOf } from '../../../src/core/operators/roles.js';
import { codeOf, PASSWORD } from '../../support/people.js';
import { until } from '../../support/until.js';
import { expectAccessible } from '../harness/check-axe.js';
import type { Page } from '../harness/playwright.js';
import { openWatched } from '../harness/watched-page.js';
import { callFrom, csrfOf } from '../world/call.js';
import type { World } from '../world/open-world.js';
import { inFull } from '../../support/in-full.js';

const REFUSED = /status of 40[13]/;
const AN_ID = '00000000-0000-4000-8000-000000000000';

/** What the browser's own script is answered: the status. */
const statusOf = (page: Page, method: string, path: string, headers: object = {}): Promise<number> =>
  page.evaluate<number>(
    `fetch(${JSON.stringify(path)}, { method: '${method}', headers: ${JSON.stringify(headers)} }).then(({ status }) => status)`,
  );

/** Who gets in, how they get out, and what does not get in. */
export function tellSignIn(world: () => World): void {
  it('signs somebody in with a password and a code, and out again', async () => {
    const { url, browser, person } = world();
    const { email, secret, name } = await person({ name: 'Omar Haddad', roles: ['operator'] });
    const watched = await openWatched(browser, { baseURL: url });
    const { page } = watched;
    watched.allow(REFUSED);
    await page.goto(`${url}/leads`);
    await page.getByLabel('E-mail').fill(email);
    await page.locator('input[type=password]').fill('not the password');
    await page.getByLabel('Code of your authenticator app').fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Check the e-mail address and the password').waitFor();
    await page.locator('input[type=password]').fill(PASSWORD);
    // A code works once, and the last one opened the account.
    await page.getByLabel('Code of your authenticator app').fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
    await page.getByRole('button', { name: new RegExp(name) }).click();
    // The browser in which the invitation was accepted.
    await page.getByText('You are also signed in').waitFor();
    await expectAccessible(page, 'the menu of a person');
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('You aren’t signed in anywhere else.').waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    watched.expectNone();
  });

  inFull('asks to sign in again when a session has expired', async () => {
    const { person, connection } = world();
    const reader = await person({ name: 'Ada Idle', roles: ['viewer'] });
    const page = await reader.open('/leads');
    reader.allow(REFUSED);
    await connection
      .collection('sessions')
      .updateMany({ person_id: reader.id }, { $set: { expires_at: new Date(Date.now() - 1_000) } });
    await until(async () => (await statusOf(page, 'GET', '/api/v1/session')) === 401, 'the session ends');
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    reader.expectNone();
  });

  inFull('gives no script the cookie, and a stolen one ends with the session', async () => {
    const { url, browser, person } = world();
    const owner = await person({ name: 'Olga Own', roles: ['viewer'] });
    const page = await owner.open('/leads');
    expect(await page.evaluate<string>('document.cookie')).to.equal('');
    const cookies = await owner.context.cookies();
    const session = cookies.find(({ name }) => name.includes('session'));
    expect(session).to.include({ httpOnly: true, sameSite: 'Strict' });
    const thief = await openWatched(browser, { baseURL: url });
    thief.allow(REFUSED);
    await thief.context.addCookies([{ name: session!.name, value: session!.value, url }]);
    await thief.page.goto(url);
    expect(await statusOf(thief.page, 'GET', '/api/v1/session')).to.equal(200);
    const csrf = { 'X-CSRF-Token': await csrfOf(page) };
    expect(await statusOf(page, 'DELETE', '/api/v1/session', csrf)).to.equal(200);
    await until(
      async () => (await statusOf(thief.page, 'GET', '/api/v1/session')) === 401,
      'a stolen cookie ends',
    );
  });

  inFull('takes no call that another page sends, or one without the token', async () => {
    const { url, person, history } = world();
    const operator = await person({ name: 'Cora Safe', roles: ['operator'] });
    operator.allow(/./);
    const page = await operator.open('/leads');
    const [id = ''] = history.answers.unknown_leads.ids;
    const settle = `/api/v1/operator/leads/${id}/settle`;
    expect(await statusOf(page, 'POST', settle)).to.equal(403);
    expect(await statusOf(page, 'POST', settle, { 'X-CSRF-Token': 'guessed' })).to.equal(403);
    // A page of another port of the same host is of the same site, so the cookie goes with it.
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<form method="post" enctype="text/plain" action="${url}${settle}">
        <input name='{"outcome":"accepted","why":"' value='forged"}'><button>Win</button></form>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    const answered = page.waitForResponse((response) => response.url().endsWith('/settle'));
    await page.getByRole('button', { name: 'Win' }).click();
    expect((await answered).status()).to.equal(403);
    server.closeAllConnections();
    server.close();
  });

  inFull('refuses a viewer everything that a viewer may not do', async () => {
    const { person } = world();
    const viewer = await person({ name: 'Vic View', roles: ['viewer'] });
    viewer.allow(/status of 4\d\d/);
    const page = await viewer.open('/leads');
    const csrf = { 'X-CSRF-Token': await csrfOf(page) };
    const allowed = permissionsOf(['viewer']);
    const wrong: string[] = [];
    for (const { method, path, permission } of ROUTES) {
      if (allowed.includes(permission)) continue;
      const filled = path.replace(/:\w+/g, AN_ID);
      const status = await statusOf(page, method, filled, csrf);
      if (status !== 403) wrong.push(`${method} ${path}: ${status}`);
    }
    expect(wrong).to.deep.equal([]);
    for (const path of ['/people', '/keys', '/audit-log', '/statements', '/bulk']) {
      await page.goto(`${world().url}${path}`);
      await page
        .getByText(/You don’t have access|Page not found/)
        .first()
        .waitFor();
    }
  });

  it('takes a role away within five seconds', async () => {
    const { person } = world();
    const [admin, operator] = await Promise.all([
      person({ name: 'Dana Reyes', roles: ['admin'] }),
      person({ name: 'Rolf Rolled', roles: ['operator'] }),
    ]);
    operator.allow(/status of 403/);
    const [boss, page] = await Promise.all([admin.open('/leads'), operator.open('/leads')]);
    expect(await statusOf(page, 'GET', '/api/v1/operator/keys')).to.equal(200);
    const roles = `/api/v1/operator/people/${operator.id}/roles`;
    expect((await callFrom(boss, 'PUT', roles, { roles: ['viewer'] })).status).to.equal(200);
    await until(
      async () => (await statusOf(page, 'GET', '/api/v1/operator/keys')) === 403,
      'the role is gone',
    );
  });

  inFull('offers the roles that somebody has now', async () => {
    const { person } = world();
    const [admin, other] = await Promise.all([
      person({ name: 'Rhea Rolegiver', roles: ['admin'] }),
      person({ name: 'Ruth Roled', roles: ['viewer', 'operator'] }),
    ]);
    const page = await admin.open('/people');
    const [row, dialog] = [page.locator('tr').filter({ hasText: other.name }), page.getByRole('dialog')];
    await row.getByRole('button', { name: 'Roles' }).click();
    await dialog.getByRole('checkbox', { name: /Finance/ }).check();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const roles = `/api/v1/operator/people/${other.id}/roles`;
    expect((await callFrom(page, 'PUT', roles, { roles: ['support'] })).status).to.equal(200);
    await until(async () => {
      // Coming back to the page reads it again.
      await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
      return (await row.getByText('Support').count()) === 1;
    }, 'the page shows the new role');
    await row.getByRole('button', { name: 'Roles' }).click();
    await dialog.getByRole('checkbox', { name: /Support/, checked: true }).waitFor();
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).to.equal(1);
    // A role that is taken away while the dialog is open does not come back.
    await dialog.getByRole('checkbox', { name: /Finance/ }).check();
    expect((await callFrom(page, 'PUT', roles, { roles: ['viewer'] })).status).to.equal(200);
    admin.allow(/status of 409/);
    await dialog.getByRole('button', { name: 'Give these roles' }).click();
    await dialog.getByText(/has other roles by now than you saw: viewer/).waitFor();
    await dialog.getByRole('checkbox', { name: /Viewer/, checked: true }).waitFor();
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).to.equal(1);
    await dialog.getByRole('checkbox', { name: /Finance/ }).check();
    await dialog.getByRole('button', { name: 'Give these roles' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  inFull('a role that Leadkeep and the identity provider give stays after the dialog for roles', async () => {
    const { person, connection } = world();
    const [admin, other] = await Promise.all([
      person({ name: 'Rhea Rolegiver', roles: ['admin'] }),
      person({ name: 'Paula Provided', roles: ['viewer', 'operator'] }),
    ]);
    const people = connection.collection<{ _id: string; roles: readonly string[] }>('people');
    await people.updateOne({ _id: other.id }, { $set: { provider_roles: ['operator', 'finance'] } });
    const page = await admin.open('/people');
    const [row, dialog] = [page.locator('tr').filter({ hasText: other.name }), page.getByRole('dialog')];
    await row.getByRole('button', { name: 'Roles' }).click();
    await dialog.getByText(/The identity provider gives it too\./).waitFor();
    await dialog.getByText(/The identity provider gives it\./).waitFor();
    await dialog.getByRole('checkbox', { name: /Finance/, checked: false }).waitFor();
    await dialog.getByRole('checkbox', { name: /Support/ }).check();
    await dialog.getByRole('button', { name: 'Give these roles' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const stored = await people.findOne({ _id: other.id });
    expect(stored?.roles).to.have.members(['viewer', 'support', 'operator']);
    admin.expectNone();
  });

  inFull('says which operator keys go on when somebody is removed', async () => {
    const { person } = world();
    const [admin, leaving] = await Promise.all([
      person({ name: 'Ada Stays', roles: ['admin'] }),
      person({ name: 'Lea Leaves', roles: ['admin'] }),
    ]);
    const asked = { name: 'night report', scopes: ['reports:read'], expires_in_days: 30 };
    const hers = await leaving.open('/people');
    expect((await callFrom(hers, 'POST', '/api/v1/operator/operator-keys', asked)).status).to.equal(200);
    const page = await admin.open('/people');
    const row = page.locator('tr').filter({ hasText: leaving.name });
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    const notice = page.getByRole('alert').filter({ hasText: `Operator keys that ${leaving.name} issued` });
    await notice.getByText(/^night report \(lko_/).waitFor();
    await notice.getByRole('link', { name: 'Keys' }).click();
    const key = page.locator('tr').filter({ hasText: 'night report' });
    await key.getByText(leaving.name).waitFor();
  });

  inFull(
    'shows who made an invitation, withdraws it, and says which end when somebody is removed',
    async () => {
      const { person } = world();
      const [admin, leaving] = await Promise.all([
        person({ name: 'Ines Invites', roles: ['admin'] }),
        person({ name: 'Gus Goes', roles: ['admin'] }),
      ]);
      const his = await leaving.open('/people');
      for (const email of ['withdrawn@example.com', 'ended@example.com']) {
        const asked = { roles: ['viewer'], email };
        expect((await callFrom(his, 'POST', '/api/v1/operator/people/invitations', asked)).status).to.equal(
          200,
        );
      }
      const page = await admin.open('/people');
      const invitation = page.locator('tr').filter({ hasText: 'withdrawn@example.com' });
      await invitation.getByText(leaving.name).waitFor();
      await invitation.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the invitation' }).click();
      await invitation.waitFor({ state: 'hidden' });
      const row = page.locator('tr').filter({ hasText: 'Gus Goes' }).filter({ hasText: leaving.email });
      await row.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      const notice = page
        .getByRole('alert')
        .filter({ hasText: `Invitations that ${leaving.name} made ended` });
      await notice.getByText('ended@example.com').waitFor();
      admin.expectNone();
    },
  );
}
